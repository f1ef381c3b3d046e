/**
 * The least that takes a file over HTTP and serves it: a pipe from the request to a file, synced
 * before the answer, and a pipe back. Started by `bench/benches/files.ts`.
 */
import { createReadStream, createWriteStream } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { basename, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { answerParent } from "../harness/processes.ts"
import { listening } from "../http/listening.ts"

const dir = process.argv[2] ?? ""

const port = await listening((request, response) => {
  void answer(request, response).catch(() => response.destroy())
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = join(dir, request.url?.slice(1) ?? "")
  if (request.method === "PUT") {
    // `flush` syncs the file before it is closed.
    await pipeline(request, createWriteStream(file, { flush: true }))
    response.writeHead(200, { etag: '"bare"' }).end()
  } else if (request.method === "DELETE") {
    for (const name of await readdir(dir))
      if (name.startsWith(`${basename(file)}.`) || name === basename(file))
        await rm(join(dir, name))
    response.end()
  } else {
    const { size } = await stat(file)
    response.writeHead(200, { "content-length": size })
    await pipeline(createReadStream(file), response)
  }
}

answerParent<"state", BareServer>(async () => ({ port, pid: process.pid }))

/** Where it listens, and who it is. */
export interface BareServer {
  readonly port: number
  readonly pid: number
}
