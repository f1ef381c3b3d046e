/** What a file can belong to. */
export const fileOwnerTypes = ["user", "organization", "activity", "reward"] as const
export type FileOwnerType = (typeof fileOwnerTypes)[number]

/**
 * `pending` waits for its bytes, `stored` has them, `removed` is gone for everybody and waits for
 * the sweep to remove its bytes.
 */
export const fileStates = ["pending", "stored", "removed"] as const
export type FileState = (typeof fileStates)[number]

/** What shows an image, or issues a file. */
export type FileUseType =
  | "activity"
  | "card"
  | "card_model"
  | "membership_tier"
  | "organization"
  | "profile_page"
  | "profile_template"
  | "reward"
  | "user"

/** One that shows an image. */
export interface FileUse {
  readonly type: FileUseType
  readonly uuid: string
}

/** An uploaded file, from the moment its upload begins. */
export interface StoredFile {
  /** Also names the upload, and the object in the store. */
  readonly uuid: string
  /** Unique in the deployment. */
  readonly slug: string
  readonly ownerType: FileOwnerType
  /** The user, organization, activity or reward that it belongs to. */
  readonly ownerUuid: string
  /** The user or organization with which it goes: the owner, or the owner's organization. */
  readonly holderUuid: string
  readonly fileName: string
  /** Lower case, without parameters. */
  readonly contentType: string
  /** Declared when the upload began; the bytes have this size or are refused. */
  readonly sizeInBytes: number
  /** What it takes of its holder's allowance, from its start until its bytes are cleared: 0 for a copy. */
  readonly countedBytes: number
  readonly state: FileState
  /** Size of all parts but the last; undefined if the bytes come in one request. */
  readonly partBytes: number | undefined
  /** What the object store calls the upload; no caller sees it. */
  readonly uploadToken: string
  /** From then on the sweep removes its bytes; undefined while it is stored. */
  readonly clearAt: Date | undefined
  readonly createdAt: Date
  /** When its bytes were complete. */
  readonly updatedAt: Date | undefined
}

/** What the files of a holder count together. */
export interface CountedBytes {
  readonly holderUuid: string
  /** The sum that is kept. */
  readonly bytes: number
  /** The sum over the files as they are: another one is a fault, which a recount mends. */
  readonly actualBytes: number
}
