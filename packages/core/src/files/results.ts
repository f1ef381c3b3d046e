import type { FileOwnerType, FileState } from "./file.ts"

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

/** A file or an upload as the operator sees it. */
export interface FileRecord {
  readonly uuid: string
  readonly slug: string
  readonly ownerType: FileOwnerType
  /** Uuid of the user, organization, activity or reward that it belongs to. */
  readonly ownerUuid: string
  /** Uuid of the user or organization with which it goes. */
  readonly holderUuid: string
  readonly fileName: string
  readonly contentType: string
  /** As it was declared; bytes of another size are not stored. */
  readonly sizeInBytes: number
  readonly state: FileState
  readonly storageKey: string
  readonly createdAt: Date
}

/** A stored file whose bytes are not in the store, or not as many as there should be. */
export interface FaultyFile extends FileRecord {
  /** How many there are; undefined where there is no object. */
  readonly foundBytes: number | undefined
}

/** What a check of some files found. */
export interface VerifiedFiles {
  /** How many stored files were checked. */
  readonly checked: number
  readonly faults: readonly FaultyFile[]
  /** What the next call is given as `after`; undefined when all were checked. */
  readonly next: string | undefined
}

/** Objects of the store that no file names. */
export interface StrayFiles {
  readonly count: number
  /** Of all of them together. */
  readonly sizeInBytes: number
  /** The keys of the first 100. */
  readonly storageKeys: readonly string[]
}

/** A holder whose files were counted anew. */
export interface RecountedBytes {
  /** Uuid of the user or the organization. */
  readonly holderUuid: string
  /** The sum that was kept. */
  readonly bytes: number
  /** What its files count, which is kept now. */
  readonly actualBytes: number
}
