import { Result } from "effect"
import { sha256 } from "../kernel/digest.ts"
import { isObject, plainText } from "./plain-json.ts"
import type { RewardContent } from "../ports/content-sealer.ts"

/**
 * Texts are padded to a multiple of so many bytes, so that their length does not tell which reward
 * it was.
 */
export const paddingBytes = 256
/** The longest padded text. */
export const contentBytesMax = 262_144
/** The longest text of an issued content that is hashed; as much as a call may carry. */
const hashedBytesMax = 1_048_576

const space = 0x20

/**
 * The bytes that are sealed: the RFC 8785 text in UTF-8, then spaces up to the next multiple of
 * {@link paddingBytes}. Spaces after a value are white space to every JSON parser (RFC 8259 section
 * 2), so that a reader which knows nothing of our padding reads it too.
 */
export const paddedContent = (
  content: unknown,
): Result.Result<Uint8Array, "bad_content" | "too_large"> => {
  if (!isObject(content)) return Result.fail("bad_content")
  return Result.mapBoth(plainText(content, contentBytesMax), {
    onFailure: (fault) => (fault === "too_large" ? fault : "bad_content"),
    onSuccess: (text) => {
      const padded = Buffer.alloc(
        Math.ceil(Buffer.byteLength(text) / paddingBytes) * paddingBytes,
        space,
      )
      padded.write(text)
      return padded
    },
  })
}

/**
 * The content in decrypted bytes; undefined when they are not the very bytes that
 * {@link paddedContent} writes. An attacker may have sealed them, and all readers must read the
 * same: so a repeated member, a number that rounds and a byte that is not UTF-8 are rejected.
 */
export const contentIn = (padded: Uint8Array): RewardContent | undefined => {
  try {
    const content: unknown = JSON.parse(Buffer.from(padded).toString())
    if (!isObject(content)) return undefined
    const again = paddedContent(content)
    return Result.isSuccess(again) && Buffer.compare(again.success, padded) === 0
      ? content
      : undefined
  } catch {
    return undefined
  }
}

/**
 * What stands for an issued content inside of what is sealed (`content_hash`): lower-case hex
 * SHA-256 of its RFC 8785 text. Not for outside, where a short code could be guessed by it.
 * Undefined when the value has no such text, or one of more than 1 MiB.
 */
export const contentHash = (content: unknown): string | undefined =>
  Result.getOrUndefined(Result.map(plainText(content, hashedBytesMax), sha256))

/**
 * What stands for a sealed content in a signed body (`data_hash`): lower-case hex SHA-256 of the
 * envelope's text, `""` for none.
 */
export const dataHash = (sealed: string): string => (sealed === "" ? "" : sha256(sealed))
