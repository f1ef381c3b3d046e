/** What a one-time token is for. */
export const oneTimePurposes = [
  "email_verification",
  "password_reset",
  "passkey_challenge",
  "setup",
] as const
export type OneTimePurpose = (typeof oneTimePurposes)[number]

/** Something handed out to be shown again once. Only its SHA-256 is kept (lower-case hex). */
export interface OneTimeToken {
  readonly tokenHash: string
  readonly purpose: OneTimePurpose
  /**
   * Undefined where no user is known yet: a passkey's challenge before its owner is known, or an
   * answer to a name that no user has.
   */
  readonly userUuid: string | undefined
  /** What it is about: the e-mail address it was sent to, or a ceremony's challenge. */
  readonly subject: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly consumedAt: Date | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a token may be shown. */
export const oneTimeLifetimesMs: Readonly<Record<OneTimePurpose, number>> = {
  email_verification: 24 * hourMs,
  password_reset: hourMs,
  passkey_challenge: 5 * minuteMs,
  setup: 24 * hourMs,
}

/** A token to be kept, good from now on. */
export const startOneTimeToken = (
  token: Pick<OneTimeToken, "tokenHash" | "purpose" | "userUuid" | "subject">,
  now: Date,
): OneTimeToken => ({
  ...token,
  createdAt: now,
  expiresAt: new Date(now.getTime() + oneTimeLifetimesMs[token.purpose]),
  consumedAt: undefined,
})

/** Whether the token may still be shown for one of these purposes. */
export const isGood = (
  token: OneTimeToken,
  purposes: readonly OneTimePurpose[],
  now: Date,
): boolean =>
  purposes.includes(token.purpose) && token.consumedAt === undefined && now < token.expiresAt
