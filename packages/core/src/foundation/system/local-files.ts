import { createHash, randomBytes } from "node:crypto"
import { type FileHandle, link, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import type {
  ByteRange,
  Completion,
  ObjectStore,
  PutObject,
  Received,
  ReceivedUpload,
  StoredObject,
  UploadProblem,
} from "../ports/object-store.ts"
import { readSigningKey, urlSignatures } from "./url-signatures.ts"
import { appendFile, readBatches, writeBatches } from "./write-batches.ts"

/** Every part but the last has at least as many bytes, as S3 asks. */
const partBytesMin = 5 * 1024 * 1024

/** The name of what comes in one request. */
const whole = "object"

const keyShape = /^[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}$/
const tokenShape = /^[0-9a-f]{32}$/
const partShape = /^(object|[1-9][0-9]{0,4})$/

/** An object as a backup has it. */
export interface SavedObject extends StoredObject {
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** A store in a directory of this machine. */
export interface LocalFiles extends Required<ObjectStore> {
  /**
   * Puts an object back, all of it or nothing: the bytes must be as many as it says, and reading
   * them may reject. Keeps the one that is there; `false` if that has other bytes.
   */
  readonly restore: (object: SavedObject) => Promise<boolean>
}

/**
 * Keeps files in a directory of this machine. Uploads are sent to `/uploads` of the service, whose
 * URLs are signed with a key in that directory. Processes that share the directory share the files.
 *
 * - `objects/2026/11/…` has what is complete.
 * - `incoming/…` has the parts of uploads.
 * - `drafts/…` has files that are being written. They get their name when they are whole and synced,
 *   so that a crash leaves no half of a file anywhere else, and never that of an object that is there. Uploads that are over are moved here
 *   before they are removed, so that they take nothing more.
 */
export const localFiles = async (directory: string): Promise<LocalFiles> => {
  const folders = foldersIn(directory)
  for (const folder of [folders.objects, folders.incoming, folders.drafts])
    await mkdir(folder, { recursive: true, mode: 0o700 })
  const signatures = urlSignatures(await readSigningKey(join(directory, "signing-key")))
  const { uploadAt, objectAt } = folders
  return {
    begin: async () => {
      const token = randomName()
      await mkdir(uploadAt(token), { mode: 0o700 })
      await syncFolder(folders.incoming)
      return token
    },
    uploadUrl: async (target) => {
      const part = target.part === undefined ? whole : String(target.part)
      const query = signatures.signUpload({ ...target, part })
      return `${target.baseUrl}/uploads/${target.token}/${part}?${query}`
    },
    receive: async (sent) => {
      if (!tokenShape.test(sent.token) || !partShape.test(sent.part)) return { refusal: "unknown" }
      const sizeInBytes = signatures.permittedUpload(sent)
      if (sizeInBytes === undefined) return { refusal: "forbidden" }
      if ((await orMissing(stat(uploadAt(sent.token)))) === undefined) return { refusal: "unknown" }
      const draft = join(folders.drafts, randomName())
      return receiveInto(draft, join(uploadAt(sent.token), sent.part), sizeInBytes, sent)
    },
    complete: (completion) => complete(folders, completion),
    put: (object) => put(folders, object),
    abort: ({ token }) => dropUpload(folders, token),
    find: (key) => findIn(folders, key),
    read: async (key, range, use) => {
      const file = await orMissing(open(objectAt(key), "r"))
      if (file === undefined || use !== "one by one") return file && bytesOf(file, range)
      return readBatches(file, range ?? { first: 0, last: Number.POSITIVE_INFINITY })
    },
    remove: async (key) => rm(objectAt(key), { force: true }),
    list: (before) => listObjects(folders.objects, before),
    sweep: async (before) =>
      (await removeOlder(folders.incoming, before, (token) => dropUpload(folders, token))) +
      (await removeOlder(folders.drafts, before, (name) => removeAll(join(folders.drafts, name)))),
    signDownload: signatures.signDownload,
    permitsDownload: signatures.permitsDownload,
    restore: (object) => restore(folders, object),
  }
}

/** Where a store keeps what. */
interface Folders {
  readonly objects: string
  readonly incoming: string
  readonly drafts: string
  readonly objectAt: (key: string) => string
  readonly uploadAt: (token: string) => string
}

const foldersIn = (directory: string): Folders => {
  const [objects, incoming] = [join(directory, "objects"), join(directory, "incoming")]
  return {
    objects,
    incoming,
    drafts: join(directory, "drafts"),
    objectAt: (key) => join(objects, checked(key, keyShape)),
    uploadAt: (token) => join(incoming, checked(token, tokenShape)),
  }
}

const findIn = async ({ objectAt }: Folders, key: string): Promise<StoredObject | undefined> => {
  const found = await orMissing(stat(objectAt(key)))
  return found && { key, sizeInBytes: found.size }
}

const complete = async (
  folders: Folders,
  completion: Completion,
): Promise<UploadProblem | undefined> => {
  const { key, token, sizeInBytes, parts } = completion
  const isDone = async () => (await findIn(folders, key))?.sizeInBytes === sizeInBytes
  if (await isDone()) return undefined
  const taking =
    parts === undefined ? takeWhole(folders, completion) : assemble(folders, completion, parts)
  const problem = await taking.catch((reason: unknown) => {
    if (isMissing(reason)) return "missing" as const
    throw reason
  })
  // Another call may have taken it meanwhile.
  if (problem !== undefined && !(await isDone())) return problem
  await dropUpload(folders, token)
  return undefined
}

/**
 * Ends an upload and removes what arrived of it, whether or not there is one. Parts may arrive at
 * the same time: what is not in the folder when it is renamed finds no folder any more.
 */
const dropUpload = async ({ drafts, uploadAt }: Folders, token: string): Promise<void> => {
  const dropped = join(drafts, randomName())
  const isThere = await orMissing(rename(uploadAt(token), dropped).then(() => true))
  if (isThere === true) await removeAll(dropped)
}

/** A part that is on its way into a folder while that is renamed still arrives in it. */
const removeAll = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })

const takeWhole = async (
  folders: Folders,
  { key, token, sizeInBytes }: Completion,
): Promise<UploadProblem | undefined> => {
  const arrived = join(folders.uploadAt(token), whole)
  const found = await orMissing(stat(arrived))
  if (found === undefined) return "missing"
  if (found.size !== sizeInBytes) return "size"
  return problemOfObject(folders, key, sizeInBytes, await publish(folders, arrived, key))
}

const assemble = async (
  folders: Folders,
  { key, token, sizeInBytes }: Completion,
  parts: NonNullable<Completion["parts"]>,
): Promise<UploadProblem | undefined> => {
  const folder = folders.uploadAt(token)
  const problem = await problemOfParts(folder, parts, sizeInBytes)
  if (problem !== undefined) return problem
  const draft = join(folders.drafts, randomName())
  if (!(await writeDraft(draft, (file) => joinParts(file, folder, parts)))) return "part"
  return problemOfObject(folders, key, sizeInBytes, await publish(folders, draft, key))
}

/** Another call may have published the object first: it is the same one if it has as many bytes. */
const problemOfObject = async (
  folders: Folders,
  key: string,
  sizeInBytes: number,
  isPublished: boolean,
): Promise<UploadProblem | undefined> =>
  isPublished || (await findIn(folders, key))?.sizeInBytes === sizeInBytes ? undefined : "size"

/** Makes a draft an object; `false` if that object is there, which stays as it is. */
const publish = async ({ objectAt }: Folders, draft: string, key: string): Promise<boolean> => {
  const object = objectAt(key)
  await mkdir(dirname(object), { recursive: true, mode: 0o700 })
  const isPublished = await linkNew(draft, object)
  await rm(draft, { force: true })
  await syncFolder(dirname(object))
  return isPublished
}

/** Gives a file another name, which no file has; `false` if one has it. A rename would replace it. */
const linkNew = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to)
    return true
  } catch (reason) {
    if (codeOf(reason) === "EEXIST") return false
    if (!linkless.has(codeOf(reason))) throw reason
  }
  // A file system without hard links, such as FAT.
  if ((await orMissing(stat(to))) !== undefined) return false
  await rename(from, to)
  return true
}

const put = async (folders: Folders, { key, bytes }: PutObject): Promise<void> => {
  const draft = join(folders.drafts, randomName())
  await writeDraft(draft, async (file) => {
    await file.writeFile(bytes)
    return true
  })
  await publish(folders, draft, key)
}

const linkless: ReadonlySet<unknown> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"])

const restore = async (folders: Folders, object: SavedObject): Promise<boolean> => {
  const { key, sizeInBytes, bytes } = object
  const draft = join(folders.drafts, randomName())
  const hash = createHash("sha256")
  let size = 0
  const isWhole = await writeDraft(draft, async (file) => {
    for await (const chunk of bytes()) {
      size += chunk.length
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    return size === sizeInBytes
  })
  if (!isWhole) throw new Error(`${key} has ${size} bytes instead of ${sizeInBytes}.`)
  if (await publish(folders, draft, key)) return true
  const found = createHash("sha256")
  for await (const chunk of bytesOf(await open(folders.objectAt(key), "r"))) found.update(chunk)
  return found.digest().equals(hash.digest())
}

const randomName = (): string => randomBytes(16).toString("hex")

const checked = (text: string, shape: RegExp): string => {
  if (!shape.test(text)) throw new Error(`${JSON.stringify(text)} names nothing in this store.`)
  return text
}

/** Writes a new file, and syncs it unless told otherwise; removes it when `write` rejects or returns false. */
const writeDraft = async (
  draft: string,
  write: (file: FileHandle) => Promise<boolean>,
  syncs = true,
): Promise<boolean> => {
  const file = await open(draft, "wx", 0o600)
  let isWhole = false
  try {
    isWhole = await write(file)
    if (isWhole && syncs) await file.sync()
  } finally {
    await file.close()
    if (!isWhole) await rm(draft, { force: true })
  }
  return isWhole
}

const receiveInto = async (
  draft: string,
  target: string,
  sizeInBytes: number,
  { body, part }: Pick<ReceivedUpload, "body" | "part">,
): Promise<Received> => {
  const hash = createHash(etagHash)
  let size = 0
  const write = (file: FileHandle): Promise<boolean> =>
    writeBatches(file, body(), (chunk) => {
      size += chunk.length
      if (size <= sizeInBytes) hash.update(chunk)
      return size <= sizeInBytes
    })
  // A part is read and compared before it is joined to others, and what is joined is synced.
  const syncs = part === whole
  const isWhole = await writeDraft(
    draft,
    async (file) => (await write(file)) && size === sizeInBytes,
    syncs,
  )
  if (!isWhole) return { refusal: size > sizeInBytes ? "too_long" : "incomplete" }
  try {
    await rename(draft, target)
  } catch (reason) {
    await rm(draft, { force: true })
    // The upload was abandoned or completed meanwhile.
    if (isMissing(reason)) return { refusal: "unknown" }
    throw reason
  }
  if (syncs) await syncFolder(dirname(target)).catch(() => undefined)
  return { etag: `"${hash.digest("hex")}"` }
}

/** Half the time of MD5, which S3 takes; senders do not look into an ETag. */
const etagHash = "sha256"

const problemOfParts = async (
  folder: string,
  parts: NonNullable<Completion["parts"]>,
  sizeInBytes: number,
): Promise<UploadProblem | undefined> => {
  if (parts.some(({ number }, index) => number <= (parts[index - 1]?.number ?? 0))) return "order"
  let size = 0
  for (const [index, { number }] of parts.entries()) {
    const found = await orMissing(stat(join(folder, String(number))))
    if (found === undefined) return "part"
    if (index < parts.length - 1 && found.size < partBytesMin) return "small"
    size += found.size
  }
  return size === sizeInBytes ? undefined : "size"
}

/** Appends the parts one after the other; false if one is not what its sender says. */
const joinParts = async (
  file: FileHandle,
  folder: string,
  parts: NonNullable<Completion["parts"]>,
): Promise<boolean> => {
  for (const { number, etag } of parts) {
    const hash = createHash(etagHash)
    const part = await open(join(folder, String(number)), "r")
    try {
      await appendFile(file, part, (piece) => void hash.update(piece))
    } finally {
      await part.close()
    }
    if (hash.digest("hex") !== etag.replaceAll('"', "").toLowerCase()) return false
  }
  return true
}

const bytesOf = (file: FileHandle, range?: ByteRange): AsyncIterable<Uint8Array> =>
  file.createReadStream({
    highWaterMark: 256 * 1024,
    ...(range === undefined ? {} : { start: range.first, end: range.last }),
  })

async function* listObjects(folder: string, before: Date): AsyncIterable<StoredObject> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await orMissing(stat(path))
    const key = path.slice(folder.length + 1)
    if (found !== undefined && found.mtime < before && keyShape.test(key))
      yield { key, sizeInBytes: found.size }
  }
}

const removeOlder = async (
  folder: string,
  before: Date,
  remove: (name: string) => Promise<void>,
): Promise<number> => {
  let count = 0
  for await (const { name } of await opendir(folder)) {
    const found = await orMissing(stat(join(folder, name)))
    if (found === undefined || found.mtime >= before) continue
    await remove(name)
    count += 1
  }
  return count
}

/** Makes a rename last. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (reason: unknown): unknown =>
  reason instanceof Error && "code" in reason ? reason.code : undefined

const isMissing = (reason: unknown): boolean => codeOf(reason) === "ENOENT"

const orMissing = async <A>(work: Promise<A>): Promise<A | undefined> => {
  try {
    return await work
  } catch (reason) {
    if (isMissing(reason)) return undefined
    throw reason
  }
}
