/**
 * A key that opens the content of one transaction for a short while, for its bearer. Only its
 * SHA-256 is kept (lower-case hex).
 */
export interface ContentAccess {
  readonly keyHash: string
  readonly transactionId: string
  /** The wallet it was handed out for: the content is opened with its key. */
  readonly walletAddress: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The record that a caller had a content opened. */
export interface ContentRead {
  readonly uuid: string
  readonly transactionId: string
  /** The wallet it was opened for. */
  readonly walletAddress: string
  readonly readerKind: "host" | "user" | "organization" | "client"
  /** The user's uuid, or the app's client id; undefined for the host. */
  readonly readerId: string | undefined
  readonly readAt: Date
}

/**
 * The access key for a wallet that many people act for, such as a treasury: it names the record of
 * who asked for it. Its hash covers the name, so nobody puts another one there.
 */
export const keyOfRead = (secret: string, { uuid }: Pick<ContentRead, "uuid">): string =>
  `${secret}.${uuid}`

/** The uuid of the record that an access key names; empty for a key that names none. */
export const readOfKey = (accessKey: string): string => accessKey.split(".")[1] ?? ""

/** How long an access key is good. */
export const contentAccessMs = 15 * 60_000

/** Whether the access key opens this transaction's content now. */
export const opensContent = (access: ContentAccess, transactionId: string, now: Date): boolean =>
  access.transactionId === transactionId && now < access.expiresAt
