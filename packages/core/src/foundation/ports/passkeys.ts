/** Whose passkeys they are: they work on the pages of this site alone. */
export interface RelyingParty {
  /** The host, without port: `club.example`. */
  readonly id: string
  /** `https://club.example`. */
  readonly origin: string
  /** Shown by some browsers. */
  readonly name: string
}

/** What an answer of a browser says of itself; nothing of it is proven. */
export interface PasskeyClaim {
  readonly credentialId: string
  /** The challenge it answers, as it was handed out. */
  readonly challenge: string
  /** Who the authenticator says it signs for; an answer to a registration does not say. */
  readonly userUuid: string | undefined
}

/** What the core stores of a passkey that a browser has just made. */
export interface NewPasskey {
  /** The authenticator's name for it, base64url; unique in the service. */
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** How often it says it was used; many always say 0. */
  readonly counter: number
  /** How the browser reaches it: `internal`, `hybrid`, `usb`. Hints for the browser. */
  readonly transports: readonly string[]
  /** Whether it is kept in more places than one device. */
  readonly isBackedUp: boolean
}

/**
 * The ceremonies of passkeys (WebAuthn level 3). What a browser is asked, and what it answers, is
 * JSON in the standard's own form, opaque to the core. Challenges are texts of at least 128 random
 * bits, handed in; whether one is good, and good once, is the core's business. Implementations
 * demand that the authenticator verified its user (PIN, finger, face), and keep no state.
 */
export interface Passkeys {
  /**
   * What a browser is asked so that it makes a passkey which signs in without a username; `known`
   * are not made again.
   */
  readonly registrationOptions: (input: {
    readonly site: RelyingParty
    readonly challenge: string
    readonly user: {
      readonly uuid: string
      readonly username: string
      readonly displayName: string
    }
    readonly known: readonly Pick<NewPasskey, "credentialId" | "transports">[]
  }) => Promise<unknown>
  /** The passkey that was made; undefined when the answer is not good. */
  readonly verifyRegistration: (
    answer: unknown,
    expected: { readonly site: RelyingParty; readonly challenge: string },
  ) => Promise<NewPasskey | undefined>
  /** What a browser is asked so that its user picks one of their passkeys. */
  readonly signInOptions: (input: {
    readonly site: RelyingParty
    readonly challenge: string
  }) => Promise<unknown>
  /**
   * How often the passkey says it was used; undefined when the answer is not good, or the counter
   * has gone back.
   */
  readonly verifySignIn: (
    answer: unknown,
    expected: {
      readonly site: RelyingParty
      readonly challenge: string
      readonly passkey: Pick<NewPasskey, "credentialId" | "publicKey" | "counter" | "transports">
    },
  ) => Promise<{ readonly counter: number } | undefined>
  /** What an answer says of itself; undefined when it is none. */
  readonly claimOf: (answer: unknown) => PasskeyClaim | undefined
}
