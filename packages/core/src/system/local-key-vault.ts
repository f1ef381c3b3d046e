import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { KeyVault } from "../ports/key-vault.ts"

const nonceBytes = 12
const tagBytes = 16

/** A vault over one 32-byte key held in memory: AES-256-GCM. For tests, and the heart of {@link localKeyVault}. */
export const memoryKeyVault = (key: Uint8Array): KeyVault => {
  if (key.length !== 32) throw new Error("A vault key has 32 bytes.")
  const kekId = createHash("sha256").update("symbolon/kek-id/v1\0").update(key).digest("hex").slice(0, 16)
  return {
    wrap: (dataKey, aad) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aad))
      const blob = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
      return Promise.resolve({ kekId, blob: blob.toString("base64url") })
    },
    unwrap: async (wrapped, aad) => {
      if (wrapped.kekId !== kekId) throw new Error(`The data key was wrapped by key ${wrapped.kekId}, and this vault holds ${kekId}.`)
      const blob = Buffer.from(wrapped.blob, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", key, blob.subarray(0, nonceBytes))
        .setAAD(Buffer.from(aad))
        .setAuthTag(blob.subarray(-tagBytes))
      return new Uint8Array(Buffer.concat([decipher.update(blob.subarray(nonceBytes, -tagBytes)), decipher.final()]))
    },
  }
}

/**
 * The default vault: a random key in a file that only its owner can read (mode 600), made on first use.
 * Whoever loses the file loses every wallet's key: back it up apart from the database.
 */
export const localKeyVault = async (file: string): Promise<KeyVault> => memoryKeyVault(await readOrMake(file))

const readOrMake = async (file: string): Promise<Uint8Array> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    // Exclusive, so that of two processes that start at once one makes the key and the other reads it.
    const made = await open(file, "wx", 0o600)
    await made.writeFile(`${randomBytes(32).toString("base64url")}\n`)
    await made.sync()
    await made.close()
  } catch (reason) {
    if (!(reason instanceof Error && "code" in reason && reason.code === "EEXIST")) throw reason
  }
  const key = Buffer.from((await readFile(file, "utf8")).trim(), "base64url")
  if (key.length !== 32) throw new Error(`${file} does not hold a vault key of 32 bytes.`)
  return new Uint8Array(key)
}
