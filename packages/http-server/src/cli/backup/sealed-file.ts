import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from "node:crypto"
import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import { CommandFailed } from "../command.ts"

/**
 * A file of sealed chunks: a line of JSON, then frames of a length (32 bits, big-endian) and
 * AES-256-GCM ciphertext with its tag. The nonce counts the frames, and the line and whether a
 * frame is the last are bound to each: so a file that was cut, joined, shuffled or changed does not
 * open.
 */
const magic = "symbolon-backup/1 "
const frameBytes = 65_536
const tagBytes = 16
const headBytesMax = 4_096
const keyBytes = 32
/** 128 MiB and about half a second for each guess. */
const scryptCost = { N: 131_072, r: 8, p: 1 } as const

/** The first line. */
interface Head {
  readonly made_at: string
  /** Absent without a passphrase: then {@link Head.key} is the key itself. */
  readonly scrypt?: {
    readonly n: number
    readonly r: number
    readonly p: number
    readonly salt: string
  }
  readonly key?: string
  /** Distinguishes a wrong passphrase from a damaged file. */
  readonly key_check: string
}

/** What a backup file is opened with. */
export interface OpenedFile {
  readonly madeAt: string
  /** Whether a passphrase is needed. */
  readonly isSealed: boolean
  /**
   * Verified bytes, in order. Throws {@link CommandFailed} where the file is not as it was written.
   */
  readonly bytes: () => AsyncGenerator<Buffer, void, undefined>
}

/** Writes `source` to a new file of mode 600 and syncs it to the disk. */
export const writeSealed = async (
  file: string,
  { madeAt, passphrase }: { readonly madeAt: Date; readonly passphrase: string | undefined },
  source: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const salt = randomBytes(16)
  const key = passphrase === undefined ? randomBytes(keyBytes) : await derived(passphrase, salt)
  const head: Head = {
    made_at: madeAt.toISOString(),
    ...(passphrase === undefined
      ? { key: key.toString("base64url") }
      : {
          scrypt: {
            n: scryptCost.N,
            r: scryptCost.r,
            p: scryptCost.p,
            salt: salt.toString("base64url"),
          },
        }),
    key_check: checkOf(key),
  }
  const line = `${magic}${JSON.stringify(head)}\n`
  const handle = await open(file, "wx", 0o600)
  try {
    await handle.writeFile(line)
    for await (const frame of framesOf(source, sealerOf(key, line))) await handle.writeFile(frame)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Seal = (n: number, isLast: boolean, plain: Uint8Array) => Buffer

const sealerOf =
  (key: Buffer, line: string): Seal =>
  (n, isLast, plain) => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(n)).setAAD(boundTo(line, isLast))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  }

async function* framesOf(
  source: AsyncIterable<Uint8Array>,
  seal: Seal,
): AsyncGenerator<Buffer, void, undefined> {
  let waiting = Buffer.alloc(0)
  let n = 0
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length > frameBytes) {
      yield seal(n, false, waiting.subarray(0, frameBytes))
      waiting = waiting.subarray(frameBytes)
      n += 1
    }
  }
  yield seal(n, true, waiting)
}

/**
 * Opens a backup file. Asks for the passphrase only if the file is encrypted with one.
 *
 * @throws {CommandFailed} if the file is not a backup, or the key is wrong.
 */
export const openSealed = async (
  file: string,
  passphrase: () => Promise<string>,
): Promise<OpenedFile> => {
  const line = await headLine(file)
  const head = headOf(file, line)
  const key = await keyOf(file, head, passphrase)
  return {
    madeAt: head.made_at,
    isSealed: head.scrypt !== undefined,
    bytes: () => opened(file, line, key),
  }
}

async function* opened(
  file: string,
  line: string,
  key: Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  let waiting = Buffer.alloc(0)
  let n = 0
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(n), { authTagLength: tagBytes })
      .setAAD(boundTo(line, isLast))
      .setAuthTag(sealed.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw damaged(file)
    }
  }
  for await (const bytes of createReadStream(file, {
    start: Buffer.byteLength(line),
  }) as AsyncIterable<Buffer>) {
    waiting = Buffer.concat([waiting, bytes])
    // A frame is opened when there is something behind it: only the last one may end the file.
    for (
      let frame = frameIn(file, waiting);
      frame !== undefined && waiting.length > frame;
      frame = frameIn(file, waiting)
    ) {
      yield open(waiting.subarray(4, frame), false)
      waiting = waiting.subarray(frame)
      n += 1
    }
  }
  if (frameIn(file, waiting) !== waiting.length) throw damaged(file)
  yield open(waiting.subarray(4), true)
}

/**
 * The length of the first frame, including its length prefix; undefined until the prefix is
 * complete.
 */
const frameIn = (file: string, bytes: Buffer): number | undefined => {
  if (bytes.length < 4) return undefined
  const length = bytes.readUInt32BE(0)
  if (length < tagBytes || length > frameBytes + tagBytes) throw damaged(file)
  return length + 4
}

const headLine = async (file: string): Promise<string> => {
  const handle = await open(file, "r").catch((reason: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      `${file} cannot be read: ${reason.code === "ENOENT" ? "there is no such file" : reason.message}.`,
    )
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytesMax), 0, headBytesMax, 0)
    const end = buffer.subarray(0, bytesRead).indexOf("\n")
    const line = buffer.subarray(0, end + 1).toString("utf8")
    if (end < 0 || !line.startsWith(magic))
      throw new CommandFailed(`${file} is not a backup that this version of symbolon can read.`)
    return line
  } finally {
    await handle.close()
  }
}

const headOf = (file: string, line: string): Head => {
  try {
    const head = JSON.parse(line.slice(magic.length)) as Partial<Head>
    if (typeof head.made_at === "string" && typeof head.key_check === "string")
      return { ...head, made_at: head.made_at, key_check: head.key_check }
  } catch {
    // Said below.
  }
  throw damaged(file)
}

const keyOf = async (
  file: string,
  { scrypt: cost, key: plain, key_check: check }: Head,
  passphrase: () => Promise<string>,
): Promise<Buffer> => {
  if (
    cost !== undefined &&
    (cost.n !== scryptCost.N || cost.r !== scryptCost.r || cost.p !== scryptCost.p)
  )
    throw damaged(file)
  const key =
    cost === undefined
      ? Buffer.from(plain ?? "", "base64url")
      : await derived(await passphrase(), Buffer.from(cost.salt, "base64url"))
  if (key.length === keyBytes && checkOf(key) === check) return key
  throw cost === undefined
    ? damaged(file)
    : new CommandFailed(`The passphrase for ${file} is wrong.`)
}

const derived = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(
      passphrase,
      salt,
      keyBytes,
      { ...scryptCost, maxmem: 256 * 1024 * 1024 },
      (reason, key) => (reason === null ? resolve(key) : reject(reason)),
    ),
  )

const checkOf = (key: Buffer): string =>
  createHash("sha256").update("symbolon/backup-key/v1\0").update(key).digest("hex").slice(0, 16)

const nonceOf = (n: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(n), 4)
  return nonce
}

const boundTo = (line: string, isLast: boolean): Buffer =>
  Buffer.from(`${line}${isLast ? "last" : "more"}`)

/** The file is not as it was written. */
export const damaged = (file: string): CommandFailed =>
  new CommandFailed(
    `${file} is damaged: it was truncated or changed after it was written, so it cannot be restored. Use another copy of it, or an earlier backup. If the service still runs, make a new backup: symbolon backup NEW_FILE.`,
  )
