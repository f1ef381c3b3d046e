import { Result } from "effect"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import { isOneLine } from "../foundation/kernel/text.ts"
import type { UploadProblem } from "../foundation/ports/object-store.ts"
import type { FileOwnerType, FileUse, StoredFile } from "./file.ts"

/** The one backend of files, and the bucket that its URLs name. */
export const storageName = "primary"

/** Images that a browser shows and that hold no script. */
export const imageTypes: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]

/** Types whose bytes say what they are. */
const recognized: readonly string[] = [
  ...imageTypes,
  "application/pdf",
  "application/zip",
  "audio/mpeg",
  "video/mp4",
]

/** Texts look like nothing. */
const texts: readonly string[] = ["text/plain", "text/csv", "application/json"]

const allowed: Readonly<Record<FileOwnerType, readonly string[]>> = {
  user: [...imageTypes, "application/pdf"],
  organization: [...recognized, ...texts, "application/octet-stream"],
  activity: [...recognized, ...texts, "application/octet-stream"],
  reward: [...recognized, ...texts, "application/octet-stream"],
}

/** Key of a file's object: the month of its uuid (a UUIDv7) and the uuid. */
export const storageKeyOf = (uuid: string): string => {
  const made = new Date(Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16))
  const month = String(made.getUTCMonth() + 1).padStart(2, "0")
  return `${made.getUTCFullYear()}/${month}/${uuid}`
}

/** Where a file that every reader may have is read. */
export const publicUrlOf = (baseUrl: string, uuid: string): string =>
  `${baseUrl}/files/${storageName}/${storageKeyOf(uuid)}`

/** The uuid of the file that an address of ours names, as {@link publicUrlOf} makes it. */
export const fileAt = (baseUrl: string, url: string): string | undefined => {
  const uuid = url.slice(url.lastIndexOf("/") + 1)
  return url === publicUrlOf(baseUrl, uuid) ? uuid : undefined
}

/** Whether every reader may have a file that knows its URL: images, but for those of rewards. */
export const isPublic = ({
  ownerType,
  contentType,
}: Pick<StoredFile, "ownerType" | "contentType">): boolean =>
  ownerType !== "reward" && imageTypes.includes(contentType)

/**
 * Refuses an image that cannot be shown: not stored, not public, or of none of these owners. All of
 * them read the same, so that nobody learns of files of others.
 */
export const permitImage = (
  field: string,
  file: StoredFile | undefined,
  ownerUuids: readonly string[],
): Result.Result<void, Invalid> =>
  file?.state === "stored" && isPublic(file) && ownerUuids.includes(file.ownerUuid)
    ? Result.void
    : Result.fail(
        new Invalid({
          errors: { [field]: "must be an image that was uploaded for it or for its organization" },
        }),
      )

/** Refuses to delete a file that something shows. */
export const permitRemoval = (uses: readonly FileUse[]): Result.Result<void, Conflict> =>
  uses.length === 0
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "file_in_use",
          message:
            "The file is in use. First give everything that details.used_by names another image.",
          details: { used_by: uses.map(({ type, uuid }) => ({ type, uuid })) },
        }),
      )

/** A file name without folders and without characters that are not seen; never empty. */
export const cleanFileName = (name: string): string => {
  const [last = ""] = name.normalize("NFC").split(/[/\\]/).slice(-1)
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu, "")
    .trim()
    .replace(/^\.+/, "")
  const short = [...clean].slice(0, limits.nameMax).join("")
  return short !== "" && isOneLine(short) ? short : "file"
}

/** Refuses a file of a type or size that its owner cannot have. */
export const permitFile = (
  file: {
    readonly ownerType: FileOwnerType
    readonly contentType: string
    readonly sizeInBytes: number
  },
  maxBytes: number,
): Result.Result<void, Invalid> => {
  const types = allowed[file.ownerType]
  const errors = {
    ...(types.includes(file.contentType)
      ? {}
      : { content_type: `must be one of ${types.join(", ")}` }),
    ...(file.sizeInBytes <= maxBytes ? {} : { size_in_bytes: `must be at most ${maxBytes}` }),
  }
  return Object.keys(errors).length === 0 ? Result.void : Result.fail(new Invalid({ errors }))
}

/** Refuses another upload to a holder who has as many unfinished ones as there may be. */
export const permitAnotherUpload = (pending: number): Result.Result<void, Conflict> =>
  pending < limits.pendingUploadsMax
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "too_many_uploads",
          message: `${limits.pendingUploadsMax} uploads are unfinished. Complete or abandon some of them, or wait until they expire.`,
          details: { pending, most: limits.pendingUploadsMax },
        }),
      )

/** What a holder has of the bytes that it may have; null for any number. */
export interface Allowance {
  readonly usedBytes: number
  readonly allowedBytes: number | null
}

/** The refusal of an upload for which a holder has no room; undefined if there is room. */
export const bytesRefusal = (
  sizeInBytes: number,
  { usedBytes, allowedBytes }: Allowance,
): Conflict | undefined =>
  allowedBytes === null || usedBytes + sizeInBytes <= allowedBytes
    ? undefined
    : new Conflict({
        reason: "storage_full",
        message: `Files and unfinished uploads take ${usedBytes} of ${allowedBytes} bytes, which leaves no room for this file. Delete files or abandon uploads first.`,
        details: {
          used_bytes: usedBytes,
          allowed_bytes: allowedBytes,
          size_in_bytes: sizeInBytes,
        },
      })

/** The size of each part of an upload in parts; undefined if it comes in one request. */
export const partBytesOf = (sizeInBytes: number, partBytes: number): number | undefined => {
  if (sizeInBytes <= partBytes) return undefined
  const mebibyte = 1024 * 1024
  const least = Math.ceil(sizeInBytes / limits.filePartsMax / mebibyte) * mebibyte
  return Math.max(partBytes, least)
}

/** The parts of an upload, in order. */
export const partsOf = (
  sizeInBytes: number,
  partBytes: number,
): readonly { readonly number: number; readonly sizeInBytes: number }[] =>
  Array.from({ length: Math.ceil(sizeInBytes / partBytes) }, (_, index) => ({
    number: index + 1,
    sizeInBytes: Math.min(partBytes, sizeInBytes - index * partBytes),
  }))

/** How the bytes of a file look. */
export interface Looks {
  /** What they begin like; undefined if like nothing known. */
  readonly type: string | undefined
  /** Of an image whose header can be read. */
  readonly pixels: number | undefined
}

/** What is wrong with the bytes of a file, by field; undefined if they are what was declared. */
export const contentFault = (
  declared: string,
  { type, pixels }: Looks,
): Readonly<Record<string, string>> | undefined => {
  if (recognized.includes(declared) && type !== declared)
    return {
      content_type: `the bytes are not ${declared}${type === undefined ? "" : ` but ${type}`}`,
    }
  if (texts.includes(declared) && type !== undefined)
    return { content_type: `the bytes are ${type}, not a text` }
  if (!imageTypes.includes(declared)) return undefined
  if (pixels === undefined || pixels < 1) return { content_type: "the image has no size" }
  return pixels > limits.imagePixelsMax
    ? { pixels: `must be at most ${limits.imagePixelsMax}: the image has ${pixels}` }
    : undefined
}

const partFaults: Readonly<Record<Exclude<UploadProblem, "missing">, string>> = {
  part: "name a part that was not sent, or another ETag than its answer had",
  order: "must be in ascending order of their numbers",
  small: "must have at least 5 MiB each, but for the last",
  size: "have another size together than was declared",
}

/** The refusal of a completion that the object store does not accept. */
export const uploadRefusal = (problem: UploadProblem): Conflict | Invalid =>
  problem === "missing"
    ? new Conflict({
        reason: "upload_incomplete",
        message: "The bytes of the upload have not arrived. Send them to its URLs first.",
      })
    : new Invalid({ errors: { parts: partFaults[problem] } })
