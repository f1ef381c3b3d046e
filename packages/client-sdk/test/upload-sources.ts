// What a program of Node passes to `files.upload`: it compiles with and without the types of the DOM.
import { createReadStream, openAsBlob } from "node:fs"
import { Readable } from "node:stream"
import type { UploadSource } from "../src/index.ts"

/** Every kind of source, typed as it comes. */
export const uploadSources = async (path: string): Promise<readonly UploadSource[]> => [
  path,
  new Blob(["x"]),
  new File(["x"], "x.txt"),
  await openAsBlob(path),
  Buffer.from("x"),
  new Uint8Array(1),
  createReadStream(path),
  Readable.toWeb(createReadStream(path)),
  new ReadableStream<Uint8Array>(),
  new Response("x").body ?? "",
  // @ts-expect-error has no bytes
  Promise.resolve(new Blob(["x"])),
  // @ts-expect-error gives texts
  new ReadableStream<string>(),
]
