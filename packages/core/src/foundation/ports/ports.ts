import type { Clock } from "./clock.ts"
import type { ContentSealer } from "./content-sealer.ts"
import type { Ids } from "./ids.ts"
import type { KeyVault } from "./key-vault.ts"
import type { Mailer } from "./mailer.ts"
import type { ObjectStore } from "./object-store.ts"
import type { Observer } from "./observer.ts"
import type { OutgoingHttp } from "./outgoing-http.ts"
import type { Passkeys } from "./passkeys.ts"
import type { Passwords } from "./passwords.ts"
import type { PaymentBackend } from "./payments.ts"

/** What the operator decides. */
export interface Settings {
  /**
   * `main`, or `test` with a test clock. It is part of every signed body, so that a signature of one
   * network is not valid in the other.
   */
  readonly network: "main" | "test"
  /** Whether the limits of accounts are enforced: searches for a name, mails, passwords. */
  readonly limits: "on" | "off"
  /**
   * Where the service is reached, without a trailing slash; tokens name it, links begin with it.
   */
  readonly baseUrl: string
  readonly manifest: { readonly validForSeconds: number; readonly clockToleranceSeconds: number }
  readonly doors: { readonly opensBeforeSeconds: number }
  readonly ledger: {
    /** How often an hour a member's or card's wallet signs for its holder; null for no limit. */
    readonly walletSigningsPerHour: number | null
    /** Signatures per hour of an organization's treasury, which issues. */
    readonly treasurySigningsPerHour: number | null
    /**
     * How many opened keys of wallets a process remembers at most, those that sign and those that
     * open contents apart.
     */
    readonly openKeysMax: number
  }
  readonly oauth: {
    /**
     * For this long a refresh token that was used is answered once more, with the same answer; 0 to
     * 60. 0 is the strict rule.
     */
    readonly refreshReuseGraceSeconds: number
  }
  /** Requests to addresses that organizations give. */
  readonly webhooks: {
    /**
     * Networks that are not public and may be reached all the same, such as `10.1.0.0/16`. Whoever
     * may create a webhook can then send requests into them.
     */
    readonly allowedNetworks: readonly string[]
    /** Whether addresses that begin with `http://` are refused. */
    readonly httpsOnly: boolean
    /** Milliseconds for one attempt: name lookup, connection, TLS, headers and body. */
    readonly timeoutMs: number
  }
  /** For how many days what is finished is kept; a daily job removes what is older. */
  readonly keeping: {
    /** Deliveries of webhooks that finished, with their attempts, and events that no delivery sends. */
    readonly deliveriesDays: number
    /** Jobs that were given up, which are kept for people to look at. */
    readonly failedJobsDays: number
  }
  /** Uploads. */
  readonly files: {
    /** Largest file, in bytes: at most 5 GiB. */
    readonly maxBytes: number
    /** Larger files come in parts of so many bytes: 5 MiB to 1 GiB. */
    readonly partBytes: number
    /** The files and uploads of a user take so many bytes at most; null for any number. */
    readonly bytesPerUser: number | null
    /** The same for an organization, with its activities and rewards. */
    readonly bytesPerOrganization: number | null
    /** The copies of an organization's images at other hosts take so many bytes at most. */
    readonly mirroredBytesPerOrganization: number
  }
}

/** What an operation may ask of the world, besides storage. */
export interface World {
  readonly clock: Clock
  readonly wall: Clock
  readonly ids: Ids
  readonly vault: KeyVault
  readonly contentSealer: ContentSealer
  /** Absent where the embedding program keeps no passwords with us. */
  readonly passwords: Passwords | undefined
  /** Absent where sign-in with passkeys is off. */
  readonly passkeys: Passkeys | undefined
  /** The payment backends of this deployment, by name. */
  readonly payments: ReadonlyMap<string, PaymentBackend>
  readonly mailer: Mailer
  /** The one way to addresses that organizations give. */
  readonly outgoingHttp: OutgoingHttp
  /** Where the bytes of files are; absent where the deployment keeps no files. */
  readonly objectStore: ObjectStore | undefined
  /** Gets notes for metrics. */
  readonly observer: Observer
  readonly settings: Settings
}
