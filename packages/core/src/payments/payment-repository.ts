import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Checkout } from "./checkout.ts"
import type { CheckoutPurpose } from "../memberships/machine/payment.ts"
import type { PaymentConnection } from "./connection.ts"
import type { ParkedOutcome, PaymentOutcome, ReceivedPayment } from "./inbox.ts"

/** Organizations' lines to payment backends. */
export interface PaymentConnectionRepository {
  readonly add: (connection: PaymentConnection) => Promise<void>
  /** Disabled ones too. */
  readonly find: (uuid: string) => Promise<PaymentConnection | undefined>
  /** Those of an organization that are not disabled. */
  readonly list: (
    organizationUuid: string,
    page: PageRequest<"created_at">,
  ) => Promise<Page<PaymentConnection>>
  /** `false` when it is unknown or was disabled before. */
  readonly disable: (uuid: string, at: Date) => Promise<boolean>
}

/** Which open checkouts are meant: those that all of what is said holds for. */
export interface OpenCheckouts {
  readonly organizationUuid?: string
  readonly userUuid?: string
  readonly tierUuid?: string
  readonly connectionUuid?: string
  readonly purposes?: readonly CheckoutPurpose[]
}

/** Checkouts. A user has at most one row with status `open` for one purpose and tier. */
export interface CheckoutRepository {
  /**
   * `false` when the user has an open one for the same purpose and tier, expired or not; nothing is
   * written then.
   */
  readonly add: (checkout: Checkout) => Promise<boolean>
  readonly find: (uuid: string) => Promise<Checkout | undefined>
  /** Many at once, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Checkout[]>
  /** The one that the connection's backend calls so: the checkout itself, or its payment. */
  readonly findByReference: (
    connectionUuid: string,
    reference: string,
  ) => Promise<Checkout | undefined>
  /**
   * The row with status `open`, whatever its dates; locked until the transaction ends when the mode
   * is "write".
   */
  readonly findOpen: (
    of: Pick<Checkout, "userUuid" | "purpose" | "tierUuid">,
  ) => Promise<Checkout | undefined>
  /** Holds one until the transaction ends. In a read it holds nothing. */
  readonly lock: (uuid: string) => Promise<Checkout | undefined>
  /**
   * Writes it over the one of the same uuid; `false` when there is none. Rejects what would make a
   * second open one of its kind.
   */
  readonly change: (checkout: Checkout) => Promise<boolean>
  /**
   * Moves those with status `open` to `cancelled`, expired or not; answers how many. Name at least
   * an organization, a user, a tier or a connection: purposes alone are not enough.
   */
  readonly cancelOpen: (of: OpenCheckouts, at: Date) => Promise<number>
  /** How many have status `open` and have not expired at `at`. */
  readonly countOpen: (of: OpenCheckouts, at: Date) => Promise<number>
}

/** What payment backends told us, each event once. */
export interface PaymentInboxRepository {
  /**
   * `false` when the connection has an event of that id already; nothing is written then. Of many
   * at once exactly one is `true`, and the others know so only when its transaction has ended.
   */
  readonly add: (received: ReceivedPayment) => Promise<boolean>
  readonly find: (uuid: string) => Promise<ReceivedPayment | undefined>
  /** Writes what became of one, in the transaction that added it; `false` when there is none. */
  readonly conclude: (
    uuid: string,
    outcome: PaymentOutcome,
    reason: string | undefined,
  ) => Promise<boolean>
  /**
   * The parked ones of an organization, of one outcome or of both; those that a person has dealt
   * with, or those that still wait.
   */
  readonly listParked: (
    of: {
      readonly organizationUuid: string
      readonly outcome: ParkedOutcome | undefined
      readonly isSettled: boolean
    },
    page: PageRequest<"created_at">,
  ) => Promise<Page<ReceivedPayment>>
  /**
   * Notes that a person has dealt with a parked one; `false` when it was noted before, is not
   * parked, or is unknown.
   */
  readonly settle: (
    uuid: string,
    settlement: {
      readonly at: Date
      readonly byUserUuid: string | undefined
      readonly note: string | undefined
    },
  ) => Promise<boolean>
}
