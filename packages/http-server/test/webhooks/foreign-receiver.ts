// A receiver by `node:http` alone, with no code of ours: what it checks is written from the page that
// receivers read, docs/webhooks.md.
import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"

/** A receiver that answers as the path of its URL says. */
export interface ForeignReceiver {
  /** Ends with a slash. */
  readonly url: string
  /** By path: the secret of the webhook that is sent there. */
  readonly secrets: Map<string, string>
  /** What was wrong with any request. */
  readonly problems: readonly string[]
  /** Path and `X-Webhook-Delivery` of each request. */
  readonly requests: readonly { readonly path: string; readonly id: string }[]
  /** Bytes of bodies that left, or wait to leave, by path. */
  readonly written: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

const gigabyte = 1_000_000_000
const part = Buffer.alloc(65_536, "x")

/** Opens it on loopback; with a certificate it speaks TLS. */
export const openForeignReceiver = async (certificate?: {
  readonly key: string
  readonly cert: string
}): Promise<ForeignReceiver> => {
  const secrets = new Map<string, string>()
  const problems: string[] = []
  const requests: { path: string; id: string }[] = []
  const written = new Map<string, number>()
  const bomb = gzipSync(Buffer.alloc(gigabyte / 5))
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      problems.push(...check(request, Buffer.concat(chunks), secrets.get(path)))
      requests.push({ path, id: String(request.headers["x-webhook-delivery"]) })
      const nth = requests.filter((each) => each.path === path).length
      response.on("close", () => written.set(path, response.socket?.bytesWritten ?? 0))
      answer(path.slice(1), nth, response, bomb)
    })
  }
  const server =
    certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const scheme = certificate === undefined ? "http" : "https"
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    secrets,
    problems,
    requests,
    written,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

const answer = (kind: string, nth: number, response: ServerResponse, bomb: Buffer): void => {
  const socket = response.socket
  if (socket === null) return
  switch (kind) {
    case "301":
      response.writeHead(301, { location: "/followed" }).end()
      break
    case "recovers":
      response.writeHead(nth < 4 ? 503 : 200).end(`request ${nth}`)
      break
    case "slow-headers":
      socket.write("HTTP/1.1 200 OK\r\n")
      drip(() => socket.write("x-a: b\r\n"), response)
      break
    case "drip":
      response.writeHead(200, { "content-length": "1000000" })
      drip(() => response.write("."), response)
      break
    case "gigabyte": {
      response.writeHead(200, { "content-length": String(gigabyte) })
      let left = gigabyte
      const more = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= part.length
          if (!response.write(part.subarray(0, Math.min(part.length, left + part.length)))) break
        }
      }
      response.on("drain", more)
      more()
      break
    }
    case "bomb":
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" })
      response.end(bomb)
      break
    case "reset":
      socket.resetAndDestroy()
      break
    case "invalid-headers":
      socket.end("HTTP/1.1 200 OK\r\nx-a: b\0c\r\ncontent-length: 0\r\n\r\n")
      break
    case "no-http":
      socket.end("220 mail.example ESMTP\r\n")
      break
    default:
      response.writeHead(Number(kind)).end(kind === "204" ? undefined : `this is ${kind}`)
  }
}

const drip = (drop: () => void, response: ServerResponse): void => {
  const timer = setInterval(drop, 50)
  response.on("close", () => clearInterval(timer))
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** What is wrong with a request. */
const check = (
  request: IncomingMessage,
  body: Buffer,
  secret: string | undefined,
): readonly string[] => {
  const wrong: string[] = []
  const say = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(`${request.url}: ${what}`)
  }
  const header = (name: string): string => {
    const values = request.headersDistinct[name] ?? []
    say(values.length === 1, `${name} ${JSON.stringify(values)}`)
    return values[0] ?? ""
  }
  say(request.method === "POST", `method ${request.method}`)
  say(secret !== undefined, "nobody asked for it")
  say(header("host") === `127.0.0.1:${request.socket.localPort}`, "host")
  say(header("content-type") === "application/json", "content-type")
  say(header("content-length") === String(body.length), "content-length")
  say(header("accept-encoding") === "identity", "accept-encoding")
  say(/^Symbolon\/\d\S* \(\+https:\/\/\S+\)$/.test(header("user-agent")), "user-agent")
  say(uuid.test(header("x-webhook-delivery")), "x-webhook-delivery")
  const key = createHash("sha256")
    .update(secret ?? "")
    .digest("hex")
  const mac = createHmac("sha256", Buffer.from(key, "ascii")).update(body).digest("hex")
  say(header("x-webhook-signature") === `sha256=${mac}`, "x-webhook-signature")
  const value: Readonly<Record<string, unknown>> = JSON.parse(body.toString("utf8"))
  const members = "event,timestamp,organization_uuid,user_uuid,data"
  say(Object.keys(value).join() === members, `members ${Object.keys(value).join()}`)
  say(header("x-webhook-event") === value["event"], "x-webhook-event")
  const at = String(value["timestamp"])
  say(new Date(at).toISOString() === at, `timestamp ${at}`)
  say(header("x-webhook-timestamp") === String(Math.floor(Date.parse(at) / 1000)), "its header")
  say(uuid.test(String(value["organization_uuid"])), "organization_uuid")
  say(value["user_uuid"] === null, "user_uuid")
  const names = Object.keys(request.headersDistinct).toSorted().join()
  say(
    names ===
      "accept-encoding,connection,content-length,content-type,host,user-agent," +
        "x-webhook-delivery,x-webhook-event,x-webhook-signature,x-webhook-timestamp",
    `headers ${names}`,
  )
  return wrong
}
