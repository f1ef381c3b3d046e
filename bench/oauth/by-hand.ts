import { generateKeyPairSync, hash, randomUUID, sign, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { listening } from "../http/listening.ts"
import { basic, type Issuer } from "./issuer.ts"

const client = { id: "bench", secret: "the-secret-of-the-bench-0123456789-0123456789" }
const api = "http://127.0.0.1/api/v1"

/**
 * The least that issues such a token to an app: Node's own server, the form, the client's secret,
 * the scope, one signature on the thread pool, a session in a map. No authorization server can be
 * faster than this.
 */
export const openByHand = async (): Promise<Issuer> => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const secretHash = hash("sha256", client.secret, "buffer")
  const sessions = new Map<string, object>()
  const head = encoded({ alg: "RS256", typ: "at+jwt", kid: "bench" })

  const signed = (claims: object): Promise<string> => {
    const text = `${head}.${encoded(claims)}`
    return new Promise((resolve, reject) =>
      sign("sha256", Buffer.from(text), privateKey, (reason, signature) =>
        reason === null ? resolve(`${text}.${signature.toString("base64url")}`) : reject(reason),
      ),
    )
  }
  const issue = async (
    authorization: string | undefined,
    form: URLSearchParams,
  ): Promise<object> => {
    const [id, secret = ""] = Buffer.from(authorization?.slice("Basic ".length) ?? "", "base64")
      .toString()
      .split(":")
    const isProven =
      id === client.id && timingSafeEqual(hash("sha256", secret, "buffer"), secretHash)
    const scope = form.get("scope") ?? ""
    if (
      !isProven ||
      form.get("grant_type") !== "client_credentials" ||
      scope !== "organization:read"
    )
      throw new Error("400")
    const iat = Math.floor(Date.now() / 1000)
    const sid = randomUUID()
    const times = { exp: iat + 3600, iat }
    const accessToken = await signed({
      iss: api,
      sub: id,
      aud: api,
      ...times,
      jti: randomUUID(),
      client_id: id,
      scope,
      sid,
    })
    sessions.set(sid, { sid, clientId: id, ...times })
    return { access_token: accessToken, token_type: "Bearer", expires_in: 3600, scope }
  }

  const port = await listening(
    (incoming, outgoing) =>
      void textOf(incoming)
        .then((text) => issue(incoming.headers.authorization, new URLSearchParams(text)))
        .then((answer) => {
          const body = JSON.stringify(answer)
          outgoing
            .writeHead(200, {
              "content-type": "application/json",
              "cache-control": "no-store",
              "content-length": body.length,
            })
            .end(body)
        })
        .catch(() => outgoing.writeHead(400).end()),
  )
  return {
    port,
    path: "/token",
    authorization: basic(client.id, client.secret),
    resource: api,
    openSessions: async () => [],
  }
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

const textOf = (incoming: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    incoming
      .on("data", (chunk: Buffer) => void chunks.push(chunk))
      .on("end", () => resolve(Buffer.concat(chunks).toString()))
      .on("error", reject)
  })
