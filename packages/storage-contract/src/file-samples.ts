import type { StoredFile } from "@symbolon/core/storage"
import { club } from "./club.ts"
import { at, uuid } from "./samples.ts"

/** A stored file of the home organization. */
export const file = (n: number, change: Partial<StoredFile> = {}): StoredFile => ({
  uuid: uuid(n),
  slug: `file-${n}`,
  ownerType: "organization",
  ownerUuid: club.home.uuid,
  holderUuid: club.home.uuid,
  fileName: `file ${n}.png`,
  contentType: "image/png",
  sizeInBytes: n,
  countedBytes: n + 1,
  state: "stored",
  partBytes: undefined,
  uploadToken: `token-${n}`,
  clearAt: undefined,
  createdAt: at(n),
  updatedAt: undefined,
  ...change,
})
