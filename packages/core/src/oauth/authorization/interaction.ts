import type { ClientLinks } from "../clients/client.ts"

/**
 * What a user has to be shown before an app gets its answer: the sign-in, the choice of an
 * account, or the consent (reference of the wire: `/authorize` answers it as JSON; the built-in
 * pages draw it).
 */
export interface Interaction {
  readonly status: "login_required" | "consent_required" | "account_selection_required"
  /** Names the request that waits; opaque, one use. */
  readonly challenge: string
  readonly expiresAt: Date
  /** Goes back with every form. */
  readonly csrfToken: string
  readonly client: InteractionClient
  /** Undefined until a user is signed in. */
  readonly user: InteractionUser | undefined
  readonly scopes: readonly InteractionScope[]
  readonly login: {
    readonly methods: readonly ("passkey" | "password")[]
    readonly hint: string | undefined
  }
  readonly prompt: readonly string[]
  readonly uiLocales: readonly string[]
}

/** The app that asks. */
export interface InteractionClient extends ClientLinks {
  readonly clientId: string
  readonly name: string
  /** Where the browser goes afterwards: `app.example`, `127.0.0.1:9000`, `com.example.app`. */
  readonly redirectHost: string
  readonly isFirstParty: boolean
  /** Whose app it is; undefined for the platform's own. */
  readonly organization:
    | { readonly uuid: string; readonly name: string; readonly slug: string }
    | undefined
}

/** Who is signed in. */
export interface InteractionUser {
  readonly uuid: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string | undefined
  readonly avatarImageFileUuid: string | undefined
}

/** A scope that is asked for. */
export interface InteractionScope {
  readonly name: string
  readonly description: string
  readonly isSensitive: boolean
  readonly isAlreadyGranted: boolean
}
