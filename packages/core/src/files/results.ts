import type { FileOwnerType } from "./file.ts"

/** A file as its owner sees it. */
export interface FileView {
  readonly uuid: string
  readonly slug: string
  readonly ownerType: FileOwnerType
  /** Uuid of the user, organization, activity or reward that it belongs to. */
  readonly ownerUuid: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeInBytes: number
  /** Permanent for images that do not belong to a reward; valid for 15 minutes for other files. */
  readonly url: string
  readonly storageKey: string
  readonly createdAt: Date
  /** When its bytes were complete. */
  readonly updatedAt: Date | undefined
}

/** Where the bytes of an upload are to be sent, by PUT with its content type. */
export interface StartedUpload {
  readonly uploadId: string
  /** For the whole file; undefined for an upload in parts. */
  readonly url: string | undefined
  /** Undefined for an upload in one request. */
  readonly parts:
    | readonly { readonly number: number; readonly url: string; readonly sizeInBytes: number }[]
    | undefined
  readonly expiresAt: Date
}

/** A file whose bytes may be handed out. */
export interface LocatedFile {
  readonly uuid: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeInBytes: number
  readonly storageKey: string
  /** Whether every reader may have it; otherwise only one whose URL is signed. */
  readonly isPublic: boolean
  /** Whether a browser may show it; otherwise it is to be saved. */
  readonly isInline: boolean
}

/** What a sweep of files removed. */
export interface SweptFiles {
  /** Uploads that nobody finished, and files that were deleted. */
  readonly cleared: number
  /** Objects that no file names. */
  readonly orphans: number
  /** Leftovers of uploads in the object store. */
  readonly leftovers: number
}

/** A file or an upload that was removed. */
export interface RemovedFile {
  readonly uuid: string
  readonly fileName: string
}
