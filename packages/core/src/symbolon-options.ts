import type { Clock } from "./foundation/ports/clock.ts"
import type { ContentSealer } from "./foundation/ports/content-sealer.ts"
import type { Ids } from "./foundation/ports/ids.ts"
import type { KeyVault } from "./foundation/ports/key-vault.ts"
import type { Logger } from "./foundation/ports/logger.ts"
import type { Mailer } from "./foundation/ports/mailer.ts"
import type { ObjectStore } from "./foundation/ports/object-store.ts"
import type { Observer } from "./foundation/ports/observer.ts"
import type { OutgoingHttp } from "./foundation/ports/outgoing-http.ts"
import type { Passkeys } from "./foundation/ports/passkeys.ts"
import type { Passwords } from "./foundation/ports/passwords.ts"
import type { PaymentBackend } from "./foundation/ports/payments.ts"
import type { Settings } from "./foundation/ports/ports.ts"
import type { RateLimitStore } from "./rate-limits/rate-limit-store.ts"
import type { MigratedStorage, Storage } from "./foundation/storage/storage.ts"
import type { TestClock } from "./testing/test-clock.ts"

/** What a Symbolon is made of. Only `storage` and `vault` have no default. */
export interface SymbolonOptions {
  readonly storage: Storage | MigratedStorage
  /** Wraps all private keys at rest: `localKeyVault(file)`, or a KMS of yours. */
  readonly vault: KeyVault
  /** Seals what transactions carry. Default: JWE by node:crypto. */
  readonly contentSealer?: ContentSealer
  /** Default: the machine's clock. */
  readonly clock?: Clock
  /** A clock that stands still until it is moved; makes the `test` network. Instead of `clock`. */
  readonly testClock?: TestClock
  /**
   * The real time, for deadlines of transports and for how long a batch of the ledger may take. Default:
   * the machine's clock. A simulation gives one that does not depend on how busy the machine is.
   */
  readonly wall?: Clock
  readonly ids?: Ids
  readonly passwords?: Passwords
  /**
   * Lets people sign in with passkeys, where `baseUrl` has a host name: `passkeys()` of
   * `@symbolon/http-server/passkeys`.
   */
  readonly passkeys?: Passkeys
  /**
   * Ways to be paid, besides `manual`, which is always there: `[stripePayments({ ... })]`. With a
   * test clock `fake` is there too.
   */
  readonly payments?: readonly PaymentBackend[]
  /** Default: no mail is sent; the log says that a mail would have been sent. */
  readonly mailer?: Mailer
  /**
   * Sends requests to addresses that organizations give. Default: undici, to public addresses and
   * `webhooks.allowedNetworks` only. Closed with the Symbolon.
   */
  readonly outgoingHttp?: OutgoingHttp
  /**
   * Receives what background work did, and its failures. Default: none; warnings are then emitted
   * as Node process warnings.
   */
  readonly logger?: Logger
  /**
   * Gets notes of transactions, batches of the ledger, jobs, deliveries, refusals by limits and
   * signed manifests, for metrics of yours. Default: none, which costs nothing.
   */
  readonly observer?: Partial<Observer>
  /**
   * Where the service is reached, without `/api/v1`, query or fragment; tokens name it. Default
   * `http://127.0.0.1:8080`. The one that an empty store is first opened with names its ledger for
   * good: checkpoints keep that name when the base URL changes.
   */
  readonly baseUrl?: string
  /**
   * Whether a ledger without a name is called after {@link baseUrl} at once. Otherwise that happens
   * when a checkpoint, its keys or an export is first asked for: right for a tool that does not
   * know where the server will be reached. Default: whether `baseUrl` is given.
   */
  readonly namesLedger?: boolean
  readonly manifest?: Partial<Settings["manifest"]>
  readonly doors?: Partial<Settings["doors"]>
  readonly ledger?: Partial<Settings["ledger"]>
  readonly oauth?: Partial<Settings["oauth"]>
  /** Default: no allowed networks, http and https, 30 seconds for an attempt. */
  readonly webhooks?: Partial<Settings["webhooks"]>
  /** Default: deliveries of webhooks for 30 days, jobs that were given up for 90. */
  readonly keeping?: Partial<Settings["keeping"]>
  /**
   * Where the bytes of uploaded files are: `await localFiles("files")`. Default: none; uploads are
   * refused then.
   */
  readonly objectStore?: ObjectStore
  /**
   * Default: files of at most 100 MiB, in parts of 8 MiB if they are larger than one part; at most
   * 1 GiB of them for each user and 10 GiB for each organization, and copies of at most 1 GiB for each
   * organization.
   */
  readonly files?: Partial<Settings["files"]>
  /** Whether the limits of accounts are enforced. Default `on`; with a test clock `off`. */
  readonly limits?: Settings["limits"]
  /**
   * Where everything with a limit is counted: requests, what wallets sign, what is done to accounts.
   * Default: where the storage counts for all its processes, which PostgreSQL does, otherwise in
   * the memory of this process.
   */
  readonly rateLimitStore?: RateLimitStore
  /** Brings the schema up to date first. Otherwise a stale one is refused. */
  readonly migrate?: boolean
}
