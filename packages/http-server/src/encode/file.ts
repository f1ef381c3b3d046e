import type { FileView, StartedUpload } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes an upload with the URLs for its bytes. */
export const encodeStartedUpload = (
  upload: StartedUpload,
): z.output<typeof resources.StartedUpload> => ({
  upload_id: upload.uploadId,
  upload_type: upload.parts === undefined ? "single" : "multipart",
  upload_url: upload.url ?? null,
  parts:
    upload.parts?.map(({ number, url, sizeInBytes }) => ({
      part_number: number,
      upload_url: url,
      size_in_bytes: sizeInBytes,
    })) ?? null,
  expires_at: instant(upload.expiresAt),
})

/** Encodes a file whose upload is complete. */
export const encodeCompletedFile = (file: FileView): z.output<typeof resources.CompletedFile> => ({
  uuid: file.uuid,
  slug: file.slug,
  file_name: file.fileName,
  content_type: file.contentType,
  size_in_bytes: file.sizeInBytes,
  file_url: file.url,
})

/** Encodes a file. */
export const encodeFile = (file: FileView): z.output<typeof resources.File> => ({
  ...encodeCompletedFile(file),
  storage_id: "primary",
  storage_key: file.storageKey,
  storage_bucket: "primary",
  created_at: instant(file.createdAt),
  updated_at: instantOrNull(file.updatedAt),
})
