import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { link, open, readFile, rm } from "node:fs/promises"

const keyBytes = 32

/** What one PUT may bring. */
interface SignedUpload {
  readonly token: string
  readonly part: string
  readonly contentType: string
  readonly sizeInBytes: number
  readonly expiresAt: Date
}

/** A PUT as it came. */
interface SentUpload {
  readonly token: string
  readonly part: string
  readonly query: string
  readonly contentType: string | undefined
  readonly contentLength: string | undefined
  readonly now: Date
}

/**
 * Signs URLs that allow one thing until a moment (HMAC-SHA256). Length and content type of an
 * upload are signed too: a request with others is not allowed.
 */
export const urlSignatures = (key: Uint8Array) => {
  const sign = (...parts: readonly string[]): string =>
    createHmac("sha256", key).update(parts.join("\n")).digest("base64url")
  const isSigned = (given: string, ...parts: readonly string[]): boolean => {
    const [wanted, sent] = [Buffer.from(sign(...parts)), Buffer.from(given)]
    return wanted.length === sent.length && timingSafeEqual(wanted, sent)
  }
  const uploadParts = (token: string, part: string, length: string, type: string, end: string) =>
    ["symbolon/upload/v1", token, part, length, type, end] as const
  const downloadParts = (path: string, end: string) => ["symbolon/download/v1", path, end] as const

  return {
    signUpload: ({ token, part, contentType, sizeInBytes, expiresAt }: SignedUpload): string => {
      const end = String(expiresAt.getTime())
      const length = String(sizeInBytes)
      return new URLSearchParams({
        expires: end,
        length,
        type: contentType,
        signature: sign(...uploadParts(token, part, length, contentType, end)),
      }).toString()
    },
    /** How many bytes the upload may have; undefined if it is not allowed. */
    permittedUpload: (sent: SentUpload): number | undefined => {
      const { expires = "", length = "", type = "", signature = "" } = valuesOf(sent.query)
      const isAllowed =
        isSigned(signature, ...uploadParts(sent.token, sent.part, length, type, expires)) &&
        sent.now.getTime() <= Number(expires) &&
        sent.contentLength === length &&
        sent.contentType === type
      return isAllowed ? Number(length) : undefined
    },
    signDownload: (path: string, expiresAt: Date): string => {
      const end = String(expiresAt.getTime())
      return `expires=${end}&signature=${sign(...downloadParts(path, end))}`
    },
    permitsDownload: (path: string, query: string, now: Date): boolean => {
      const { expires = "", signature = "" } = valuesOf(query)
      return (
        isSigned(signature, ...downloadParts(path, expires)) && now.getTime() <= Number(expires)
      )
    },
  }
}

const valuesOf = (query: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(new URLSearchParams(query))

/** Reads the key of a file, which is made first if there is none (mode 600). */
export const readSigningKey = async (file: string): Promise<Uint8Array> => {
  const draft = `${file}.${randomBytes(6).toString("hex")}`
  const made = await open(draft, "wx", 0o600)
  try {
    await made.writeFile(randomBytes(keyBytes).toString("base64url"))
    await made.sync()
  } finally {
    await made.close()
  }
  try {
    // Whole and exclusive: of two processes that start at once one makes the key, both read it.
    await link(draft, file)
  } catch (reason) {
    if (!(reason instanceof Error && "code" in reason && reason.code === "EEXIST")) throw reason
  } finally {
    await rm(draft, { force: true })
  }
  const key = Buffer.from((await readFile(file, "utf8")).trim(), "base64url")
  if (key.length !== keyBytes) throw new Error(`${file} is not a signing key of 32 bytes.`)
  return key
}
