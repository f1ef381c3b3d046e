import type { CountedBytes, StoredFile } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const fileColumns: Columns<StoredFile> = {
  uuid: "text",
  slug: "text",
  ownerType: "text",
  ownerUuid: "text",
  holderUuid: "text",
  fileName: "text",
  contentType: "text",
  sizeInBytes: "integer",
  countedBytes: "integer",
  state: "text",
  partBytes: "integer?",
  uploadToken: "text",
  clearAt: "instant?",
  createdAt: "instant",
  updatedAt: "instant?",
}

/** What the files of a holder count together. */
export type FileBytesRow = Omit<CountedBytes, "actualBytes">

export const fileBytesColumns: Columns<FileBytesRow> = {
  holderUuid: "text",
  bytes: "integer",
}
