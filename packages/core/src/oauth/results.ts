import type { Organization } from "../organizations/organization.ts"
import type { AppView } from "./clients/client.ts"

/** An app whose access a user took back. */
export interface WithdrawnApp {
  /** How many sessions of the app ended. */
  readonly endedSessions: number
}

/** A new app. */
export interface CreatedApp {
  readonly client: AppView
  /** Returned this once; undefined for a public app. */
  readonly clientSecret: string | undefined
}

/** An app with another secret. */
export interface CreatedAppSecret {
  readonly client: AppView
  /** Returned this once. */
  readonly clientSecret: string
}

/** What everyone may know of an app. */
export interface ClientInfo {
  readonly client: AppView
  /** The organization whose app it is; undefined for one of the platform. */
  readonly organization: Organization | undefined
}
