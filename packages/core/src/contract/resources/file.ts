import * as z from "zod"
import type { FileOwnerType } from "../../files/file.ts"
import { dateTime, text, uuid } from "../endpoint.ts"

/** An image in a body: null for none. */
export const FileUuid = uuid()
  .nullable()
  .describe("uuid of an image that was uploaded for it or for its organization")

const ownerTypes = [
  "user",
  "organization",
  "activity",
  "reward",
] as const satisfies readonly FileOwnerType[]

/** What a file can belong to. */
export const FileOwner = z.enum(ownerTypes).meta({ id: "FileOwner" })

/** Where one part of an upload is sent. */
export const UploadPart = z
  .object({
    part_number: z.int(),
    upload_url: z.string(),
    size_in_bytes: z.int(),
  })
  .meta({ id: "UploadPart" })

/** A part that was sent. */
export const CompletedPart = z
  .strictObject({
    part_number: z.int().min(1).max(10_000),
    etag: text(200, 1),
  })
  .meta({ id: "CompletedPart" })

/** An upload that has begun. */
export const StartedUpload = z
  .object({
    upload_id: z.string(),
    upload_type: z.enum(["single", "multipart"]),
    upload_url: z
      .string()
      .nullable()
      .describe("PUT the whole file there, with its content type; null for an upload in parts"),
    parts: z.array(UploadPart).nullable().describe("PUT each part to its own URL"),
    expires_at: dateTime,
  })
  .meta({ id: "StartedUpload" })

const fields = {
  uuid: z.string(),
  slug: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size_in_bytes: z.int(),
  file_url: z
    .string()
    .nullable()
    .describe("permanent for images; signed, and valid for 15 minutes, for other files"),
}

/** A file when its upload is complete. */
export const CompletedFile = z.object(fields).meta({ id: "CompletedFile" })

/** A file on the wire. */
export const File = z
  .object({
    ...fields,
    storage_id: z.string(),
    storage_key: z.string(),
    storage_bucket: z.string(),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "File" })
