import type {
  ActivityInput,
  OrganizationInput,
  PageInput,
  UserInput,
  RewardInput,
} from "../foundation/kernel/inputs.ts"
import type { SentPart } from "../foundation/ports/object-store.ts"
import type { FileOwnerType, FileState } from "./file.ts"

/** What is to be uploaded, and for whom. */
export interface StartUploadInput {
  /** What the file will belong to. */
  readonly ownerType: FileOwnerType
  /** Uuid of the user, organization, activity or reward that the file will belong to. */
  readonly ownerUuid: string
  /** Folders and control characters are dropped from it, and what is beyond 255 characters. */
  readonly fileName: string
  /** Such as `image/png`. */
  readonly contentType: string
  /** 1 to the setting `files.maxBytes`. */
  readonly sizeInBytes: number
}

/** Names an upload. */
export interface UploadInput {
  /** The uuid of the upload. */
  readonly uploadId: string
}

/** What was sent of an upload. */
export interface CompleteUploadInput extends UploadInput {
  /** All parts in their order; left out for an upload in one request. */
  readonly parts?: readonly SentPart[] | null | undefined
}

/** Names a file. */
export interface FileInput {
  /** Slug or uuid of the file. */
  readonly file: string
}

/** Names a file of a user. */
export interface UserFileInput extends UserInput {
  /** Uuid of the file. */
  readonly fileUuid: string
}

/** Names a file of an organization. */
export interface OrganizationFileInput extends OrganizationInput {
  /** Uuid of the file. */
  readonly fileUuid: string
}

/** Names a file of an activity. */
export interface ActivityFileInput extends ActivityInput {
  /** Uuid of the file. */
  readonly fileUuid: string
}

/** Names a file of a reward. */
export interface RewardFileInput extends RewardInput {
  /** Uuid of the file. */
  readonly fileUuid: string
}

/** Which files of a user. */
export interface ListUserFilesInput extends UserInput, PageInput<"created_at"> {}

/** Which files of an organization. */
export interface ListOrganizationFilesInput extends OrganizationInput, PageInput<"created_at"> {}

/** Which files of an activity. */
export interface ListActivityFilesInput extends ActivityInput, PageInput<"created_at"> {}

/** Which files of a reward. */
export interface ListRewardFilesInput extends RewardInput, PageInput<"created_at"> {}

/** A request for the bytes of a file. */
export interface LocateFileInput {
  /** The path of the URL behind the bucket. */
  readonly storageKey: string
  /** What stands behind the question mark of the URL. */
  readonly query: string
}

/** How far a sweep goes. */
export interface SweepFilesInput {
  /**
   * Bytes that no file names are removed if they came before this moment of the machine's clock.
   * Default: a day ago.
   */
  readonly strayBefore?: Date | undefined
}

/** Which files of the deployment. */
export interface ListAllFilesInput {
  /** Uuid of the last one that was listed; left out for the first ones. */
  readonly after?: string | undefined
  /** At most so many. Default: 100. */
  readonly limit?: number | undefined
  /** Uuid of the user or organization with which the files go. */
  readonly holderUuid?: string | undefined
  /** Left out for all of them. */
  readonly state?: FileState | undefined
  /** Only files of at least so many bytes. */
  readonly minBytes?: number | undefined
}

/** Where a check of files goes on. */
export interface VerifyFilesInput {
  /** From the answer of the call before; left out for the first one. */
  readonly after?: string | undefined
}
