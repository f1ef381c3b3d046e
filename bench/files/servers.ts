import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { startProcess } from "../harness/processes.ts"
import type { BareServer } from "./bare-server.ts"
import { contentType, put } from "./transfers.ts"

const cli = join(import.meta.dirname, "../../packages/http-server/dist/cli.js")

/** A server that takes files. */
export interface FileServer {
  readonly pid: number
  /** Uploads a file, of several requests at once where it comes in parts; answers its URL. */
  readonly upload: (bytes: number) => Promise<string>
  readonly remove: (url: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** How a server takes files. */
export interface FileSettings {
  readonly maxBytes: number
  /** Larger files are sent in parts. */
  readonly partBytes: number
}

/** `symbolon serve` on SQLite and a directory. */
export const startOurs = async (
  dir: string,
  { maxBytes, partBytes }: FileSettings,
): Promise<FileServer> => {
  const dataDir = join(dir, "data")
  const flags = `serve --demo --port 0 --json --log-level silent --files-max-bytes ${maxBytes} --files-part-bytes ${partBytes} --files-uploads-per-address 1000`
  const server = spawn(process.execPath, [cli, ...flags.split(" "), "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, SYMBOLON_LIMITS: "off" },
  })
  const baseUrl = await baseUrlIn(server.stdout)
  const { organization, client } = JSON.parse(
    await readFile(join(dataDir, "bootstrap.json"), "utf8"),
  ) as Bootstrap
  const call = await callerOf(baseUrl, client)
  const uuids = new Map<string, string>()
  return {
    pid: server.pid ?? 0,
    upload: async (bytes) => {
      const started: Answer = await call("POST", "/files/uploads", {
        owner_type: "organization",
        owner_uuid: organization.uuid,
        file_name: "log.bin",
        content_type: contentType,
        size_in_bytes: bytes,
      })
      if (started.upload_url !== null) await put(started.upload_url, bytes)
      const parts = await someAtOnce(
        started.parts ?? [],
        async ({ part_number, upload_url, size_in_bytes }) => ({
          part_number,
          etag: await put(upload_url, size_in_bytes),
        }),
      )
      const done = await call(
        "PATCH",
        `/files/uploads/${started.upload_id}`,
        parts.length === 0 ? {} : { parts },
      )
      uuids.set(done.file_url, done.uuid)
      return done.file_url
    },
    remove: async (url) => {
      await call("DELETE", `/organizations/${organization.slug}/files/${uuids.get(url)}`)
    },
    stop: async () => {
      server.kill("SIGTERM")
      await once(server, "exit")
    },
  }
}

interface Bootstrap {
  readonly organization: { readonly uuid: string; readonly slug: string }
  readonly client: { readonly client_id: string; readonly client_secret: string }
}

/** Of a beginning, or of a completion. */
interface Answer {
  readonly uuid: string
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

const baseUrlIn = async (stdout: AsyncIterable<unknown>): Promise<string> => {
  let text = ""
  for await (const chunk of stdout) {
    text += String(chunk)
    const baseUrl = /"base_url"\s*:\s*"(http:[^"]+)"/.exec(text)?.[1]
    if (baseUrl !== undefined) return baseUrl
  }
  throw new Error(`The server ended before it listened: ${text}`)
}

/** Calls the API in the name of an app. */
const callerOf = async (baseUrl: string, app: Bootstrap["client"]) => {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...app })
  const answer = await fetch(`${baseUrl}/oauth2/token`, { method: "POST", body })
  const { access_token } = (await answer.json()) as { readonly access_token: string }
  return async (method: string, path: string, sent?: object) => {
    const reply = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    if (!reply.ok) throw new Error(`${method} was answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Answer
  }
}

/** {@link startOurs} without a service: as many requests for a file, and none beside them. */
export const startBare = async (
  dir: string,
  { partBytes }: Pick<FileSettings, "partBytes">,
): Promise<FileServer> => {
  await mkdir(dir, { recursive: true })
  const { ask, stop } = startProcess<"state", BareServer>(
    join(import.meta.dirname, "bare-server.ts"),
    dir,
  )
  const { port, pid } = await ask("state")
  let files = 0
  return {
    pid,
    upload: async (bytes) => {
      const url = `http://127.0.0.1:${port}/${(files += 1)}`
      const count = Math.ceil(bytes / partBytes)
      if (count === 1) await put(url, bytes)
      else
        await someAtOnce(
          Array.from({ length: count }, (_, n) => n),
          (n) => put(`${url}.${n}`, Math.min(partBytes, bytes - n * partBytes)),
        )
      return url
    },
    remove: async (url) => void (await fetch(url, { method: "DELETE" })),
    stop: async () => stop(),
  }
}

const partsAtOnce = 8

/** The outcomes in the order of the items. */
const someAtOnce = async <A, B>(
  items: readonly A[],
  work: (item: A) => Promise<B>,
): Promise<readonly B[]> => {
  const outcomes: B[] = []
  const waiting = items.entries()
  await Promise.all(
    Array.from({ length: partsAtOnce }, async () => {
      for (const [n, item] of waiting) outcomes[n] = await work(item)
    }),
  )
  return outcomes
}
