/**
 * Prints how much more memory `symbolon serve` takes while a file of 1 GiB is uploaded, in one
 * request and in parts, completed and downloaded.
 *
 *     node bench/upload-memory.ts
 *
 * Needs a build (`npm run build`), Linux, and 3 GB of disk.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { openScratch } from "./fixtures/scratch.ts"

const mebibyte = 1024 * 1024
const size = 1024 * mebibyte
const cli = join(import.meta.dirname, "../packages/http-server/dist/cli.js")
const type = "application/octet-stream"

/** Resident memory of a process, in MiB. */
const residentOf = ({ pid }: ChildProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

const start = async (dataDir: string, partBytes: number) => {
  const flags = `serve --demo --port 0 --json --log-level silent --files-max-bytes ${size} --files-part-bytes ${partBytes}`
  const server = spawn(process.execPath, [cli, ...flags.split(" "), "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let text = ""
  for await (const chunk of server.stdout) {
    text += String(chunk)
    const baseUrl = /"base_url"\s*:\s*"(http:[^"]+)"/.exec(text)?.[1]
    if (baseUrl !== undefined) return { server, baseUrl }
  }
  throw new Error(`The server ended before it listened: ${text}`)
}

/** Sends so many bytes as fast as they are taken; answers the ETag. */
const put = (url: string, count: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": type, "content-length": count }
    const sending = request(url, { method: "PUT", headers, agent: false }, (reply) => {
      reply.resume()
      if (reply.statusCode === 200) resolve(reply.headers.etag ?? "")
      else reject(new Error(`PUT was answered ${reply.statusCode}.`))
    })
    sending.on("error", reject)
    const chunk = Buffer.alloc(mebibyte / 4, 7)
    let left = count
    const more = (): void => {
      while (left > 0) {
        const next = chunk.subarray(0, left)
        left -= next.length
        if (!sending.write(next)) return void sending.once("drain", more)
      }
      sending.end()
    }
    more()
  })

/** Of a beginning, or of a completion. */
interface Answer {
  readonly file_url: string
  readonly upload_id: string
  readonly upload_url: string | null
  readonly parts:
    | readonly {
        readonly part_number: number
        readonly upload_url: string
        readonly size_in_bytes: number
      }[]
    | null
}

interface App {
  readonly client_id: string
  readonly client_secret: string
}

/** Calls the API of uploads in the name of an app. */
const callerOf = async (baseUrl: string, { client_id, client_secret }: App) => {
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret })
  const answer = await fetch(`${baseUrl}/oauth2/token`, { method: "POST", body })
  const { access_token } = (await answer.json()) as { readonly access_token: string }
  return async (method: string, path: string, sent: object) => {
    const reply = await fetch(`${baseUrl}/api/v1/files/uploads${path}`, {
      method,
      body: JSON.stringify(sent),
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    })
    if (!reply.ok) throw new Error(`${method} was answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Answer
  }
}

const measure = async (name: string, partBytes: number): Promise<void> => {
  const { dir, remove } = await openScratch()
  const { server, baseUrl } = await start(join(dir, "data"), partBytes)
  try {
    const { organization, client: app } = JSON.parse(
      await readFile(join(dir, "data/bootstrap.json"), "utf8"),
    )
    const call = await callerOf(baseUrl, app)
    const upload = async (bytes: number): Promise<string> => {
      const started = await call("POST", "", {
        owner_type: "organization",
        owner_uuid: organization.uuid,
        file_name: "log.bin",
        content_type: type,
        size_in_bytes: bytes,
      })
      const parts: { part_number: number; etag: string }[] = []
      for (const { part_number, upload_url, size_in_bytes } of started.parts ?? [])
        parts.push({ part_number, etag: await put(upload_url, size_in_bytes) })
      if (started.upload_url !== null) await put(started.upload_url, bytes)
      const done = parts.length === 0 ? {} : { parts }
      return (await call("PATCH", `/${started.upload_id}`, done)).file_url
    }
    // What the first upload loads is there for all that follow.
    await upload(mebibyte)
    const before = residentOf(server)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, residentOf(server))), 20)
    const url = await upload(size)
    const uploaded = peak
    let got = 0
    for await (const chunk of (await fetch(url)).body ?? []) got += (chunk as Uint8Array).length
    clearInterval(watch)
    if (got !== size) throw new Error(`${got} bytes came back instead of ${size}.`)
    const figures = [before, uploaded - before, peak - before].map((each) => each.toFixed(0))
    console.log(
      `1 GiB ${name}: ${figures[0]} MiB before, ${figures[1]} MiB more in the upload, ${figures[2]} MiB with the download`,
    )
  } finally {
    server.kill("SIGTERM")
    await once(server, "exit")
    await remove()
  }
}

await measure("in one request", size)
await measure("in parts of 8 MiB", 8 * mebibyte)
