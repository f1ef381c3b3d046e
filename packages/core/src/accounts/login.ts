import { tokenHash } from "../foundation/sealing/token-hash.ts"

/**
 * A browser in which a user signed in with us. Only the SHA-256 of its cookie is kept (lower-case
 * hex).
 */
export interface Login {
  readonly tokenHash: string
  readonly userUuid: string
  /** When the user last proved who they are. */
  readonly authTime: Date
  /** By what (RFC 8176): `pwd`, `hwk`, `user`, `mfa`. */
  readonly amr: readonly string[]
  readonly createdAt: Date
  /** When it was last used; idle ones end. */
  readonly seenAt: Date
  readonly endedAt: Date | undefined
}

const hourMs = 3_600_000
/** Unused for this long it ends. */
export const loginIdleMs = 12 * hourMs
/** However much it is used, it ends after this long. */
export const loginLongestMs = 7 * 24 * hourMs

/** Whether the browser counts as signed in. */
export const isSignedIn = (login: Login, now: Date): boolean =>
  login.endedAt === undefined &&
  now.getTime() < login.seenAt.getTime() + loginIdleMs &&
  now.getTime() < login.createdAt.getTime() + loginLongestMs

/**
 * What a sign-in of this directory rests on: the password as its hash was then, a passkey, or a
 * browser in which the user had signed in.
 */
export type SignInProof =
  | { readonly kind: "password"; readonly digest: string }
  | { readonly kind: "passkey"; readonly credentialId: string }
  | { readonly kind: "login"; readonly digest: string }

/** The proof of a password, by the hash that it matched. */
export const passwordProof = (passwordHash: string): SignInProof => ({
  kind: "password",
  digest: tokenHash(passwordHash),
})

/** A user who proved who they are, whatever the directory they are in. */
export interface SignedIn {
  /** Uuid of the user. */
  readonly userUuid: string
  /** When the user signed in. */
  readonly authTime: Date
  /** How, as RFC 8176 names it: `pwd`, or `hwk` and `user`. */
  readonly amr: readonly string[]
  /** How strongly (OpenID Connect Core section 2): `1` by a password, `2` by a passkey. */
  readonly acr: string
  /**
   * What it rests on, which must still hold when a browser is signed in or a code is issued by it.
   * Undefined for a user whom the embedding program vouches for.
   */
  readonly proof?: SignInProof | undefined
}

const strongMethods: readonly string[] = ["hwk", "swk", "mfa"]

/** Who signed in in a browser, as it was proved then. */
export const signedInBy = ({ tokenHash: hash, userUuid, authTime, amr }: Login): SignedIn => ({
  userUuid,
  authTime,
  amr,
  acr: amr.some((method) => strongMethods.includes(method)) ? "2" : "1",
  proof: { kind: "login", digest: hash },
})

const touchEveryMs = 60_000

/** Whether its last use was noted so long ago that it is worth writing down anew. */
export const isStale = (login: Login, now: Date): boolean =>
  now.getTime() >= login.seenAt.getTime() + touchEveryMs
