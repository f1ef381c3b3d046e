import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  randomBytes,
} from "node:crypto"
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { cipherKey } from "../kernel/cipher-key.ts"
import type { KeyVault, WrappedKey } from "../ports/key-vault.ts"

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** A key that wraps others, with its id. */
interface Kek {
  readonly id: string
  readonly key: KeyObject
}

/**
 * A vault over 32-byte keys held in memory, the one that wraps first: AES-256-GCM. For tests, and
 * the heart of {@link localKeyVault}.
 */
export const memoryKeyVault = (...keys: readonly Uint8Array[]): Required<KeyVault> =>
  vaultOver(keys, "this vault")

const vaultOver = (keys: readonly Uint8Array[], name: string): Required<KeyVault> => {
  const keks = keys.map(kekOf)
  const [newest] = keks
  if (newest === undefined) throw new Error("A vault has a key.")
  return {
    kekIds: () => Promise.resolve(keks.map(({ id }) => id)),
    wrap: (dataKey, aad) => Promise.resolve(wrapBy(newest, dataKey, aad)),
    unwrap: async (wrapped, aad) => {
      const kek = keks.find(({ id }) => id === wrapped.kekId)
      if (kek === undefined) throw new UnknownKek(wrapped.kekId, keks, name)
      return unwrapBy(kek, wrapped, aad)
    },
  }
}

/** The vault was asked to unwrap what none of its keys has wrapped. */
class UnknownKek extends Error {
  override readonly name = "UnknownKek"
  constructor(kekId: string, held: readonly Kek[], name: string) {
    super(
      `The data key was wrapped by key ${kekId}, and ${name} holds ${held.map(({ id }) => id).join(", ")}.`,
    )
  }
}

/** The file of a vault is not there, and something was sealed with it. */
class MissingVaultFile extends Error {
  override readonly name = "MissingVaultFile"
  constructor(file: string, kekId: string | undefined) {
    super(
      `${file} is missing${kekId === undefined ? "" : `: it held key ${kekId}`}. Restore it from your backup.`,
    )
  }
}

const kekOf = (key: Uint8Array): Kek => {
  if (key.length !== keyBytes) throw new Error("A vault key has 32 bytes.")
  return {
    key: cipherKey(key),
    id: createHash("sha256").update("symbolon/kek-id/v1\0").update(key).digest("hex").slice(0, 16),
  }
}

const wrapBy = ({ id, key }: Kek, dataKey: Uint8Array, aad: string): WrappedKey => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aad))
  const blob = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
  return { kekId: id, blob: blob.toString("base64url") }
}

const unwrapBy = ({ key }: Kek, wrapped: WrappedKey, aad: string): Uint8Array => {
  const blob = Buffer.from(wrapped.blob, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", key, blob.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(aad))
    .setAuthTag(blob.subarray(-tagBytes))
  return new Uint8Array(
    Buffer.concat([decipher.update(blob.subarray(nonceBytes, -tagBytes)), decipher.final()]),
  )
}

/** A vault in a file, whose key can be replaced. */
export interface LocalKeyVault extends Required<KeyVault> {
  /**
   * Makes a new key, which wraps from now on; the others stay for what they have wrapped, until
   * that is wrapped anew. Answers its id. Other processes on the same file take it up with the next
   * key that they wrap, or meet what it wrapped.
   */
  readonly rotate: () => Promise<string>
}

/**
 * The default vault: random keys in a file that only its owner can read (mode 600), one a line, the
 * newest first. The file is made when something is first sealed, and never when something must be
 * opened: so a file that was lost is not replaced unnoticed. Without the file no wallet can sign:
 * back it up.
 */
export const localKeyVault = async (file: string): Promise<LocalKeyVault> => {
  if (typeof file !== "string" || file === "")
    throw new TypeError(
      'localKeyVault needs the path of its file: localKeyVault("keys/vault.key").',
    )
  let held: Required<KeyVault> | undefined
  let seen: string | undefined
  let soon: Promise<string | undefined> | undefined
  /** One look at the file for all who ask in one turn; it begins after the last of them asked. */
  const lookSoon = (): Promise<string | undefined> => {
    soon ??= Promise.resolve().then(() => {
      soon = undefined
      return spotOf(file)
    })
    return soon
  }
  /** The keys as they are in the file now; undefined while there has never been a file. */
  const current = async (kekId?: string): Promise<Required<KeyVault> | undefined> => {
    const spot = await lookSoon()
    if (spot === undefined && held !== undefined) throw new MissingVaultFile(file, kekId)
    // Looked at before it is read: what is put there in between is read now and once more.
    if (spot !== undefined && spot !== seen)
      [held, seen] = [vaultOver(await readKeys(file), file), spot]
    return held
  }
  const made = async (): Promise<Required<KeyVault>> => {
    const known = await current()
    if (known !== undefined) return known
    await makeIfMissing(file)
    const fresh = await current()
    if (fresh === undefined) throw new MissingVaultFile(file, undefined)
    return fresh
  }
  await current()
  return {
    kekIds: async () => (await current())?.kekIds() ?? [],
    // Never by a key that another process has replaced, and whose line may be gone before what it
    // wraps is wrapped anew.
    wrap: async (dataKey, aad) => (await made()).wrap(dataKey, aad),
    unwrap: async (wrapped, aad) => {
      const isKnown = held !== undefined && (await held.kekIds()).includes(wrapped.kekId)
      const vault = isKnown ? held : await current(wrapped.kekId)
      if (vault === undefined) throw new MissingVaultFile(file, wrapped.kekId)
      return vault.unwrap(wrapped, aad)
    },
    rotate: async () => {
      await made()
      await putFirst(file, randomBytes(keyBytes))
      const [newest = ""] = await (await made()).kekIds()
      return newest
    },
  }
}

const makeIfMissing = async (file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString("hex")}`
  try {
    await writeNew(draft, async () => [randomBytes(keyBytes)])
    // Whole and exclusive, so that of two processes that start at once one makes the key and the
    // other reads it.
    await link(draft, file)
  } catch (reason) {
    if (!isThere(reason)) throw reason
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Replaces the file as a whole, so that a process that reads it meanwhile finds the old keys or the
 * new ones.
 */
const putFirst = async (file: string, key: Uint8Array): Promise<void> => {
  const next = `${file}.next`
  try {
    // Exclusive, and the keys are read only then: of two that rotate at once the later would drop
    // the key of the other, which may have wrapped something by then.
    await writeNew(next, async () => [key, ...(await readKeys(file))])
  } catch (reason) {
    if (isThere(reason))
      throw new Error(
        `${next} exists: the key is being replaced, or a replacement was interrupted. If no replacement is running, delete the file and try again.`,
      )
    await rm(next, { force: true })
    throw reason
  }
  await rename(next, file)
  const folder = await open(dirname(file), "r")
  await folder.sync()
  await folder.close()
}

/** Creates a file, which must not be there, and then writes the keys that are read then. */
const writeNew = async (
  file: string,
  keysNow: () => Promise<readonly Uint8Array[]>,
): Promise<void> => {
  const made = await open(file, "wx", 0o600)
  try {
    const keys = await keysNow()
    await made.writeFile(keys.map((key) => `${Buffer.from(key).toString("base64url")}\n`).join(""))
    await made.sync()
  } finally {
    await made.close()
  }
}

const isThere = (reason: unknown): boolean =>
  reason instanceof Error && "code" in reason && reason.code === "EEXIST"

/**
 * Which file it is, and when it was written: a key is never put into it, but a new file in its
 * place. Undefined where none is.
 */
const spotOf = async (file: string): Promise<string | undefined> => {
  try {
    const { ino, mtimeMs, size } = await stat(file)
    return `${ino} ${mtimeMs} ${size}`
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") return undefined
    throw reason
  }
}

const readKeys = async (file: string): Promise<readonly Uint8Array[]> => {
  const lines = (await readFile(file, "utf8")).trim().split("\n")
  return lines.map((line) => {
    const key = Buffer.from(line.trim(), "base64url")
    if (key.length !== keyBytes)
      throw new Error(
        `${file} is not a valid vault key file: each line must be a vault key of 32 bytes.`,
      )
    return new Uint8Array(key)
  })
}
