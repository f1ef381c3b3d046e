import type { PaymentConnection } from "./connection.ts"
import type { PaymentEvent } from "../foundation/ports/payments.ts"

/** What became of an event that a backend told us of. */
export const paymentOutcomes = ["applied", "ignored", "mismatched", "unapplied"] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/**
 * Those that wait for a person: other money than was asked for, and money that nothing could be
 * given for.
 */
export const parkedOutcomes = [
  "mismatched",
  "unapplied",
] as const satisfies readonly PaymentOutcome[]
export type ParkedOutcome = (typeof parkedOutcomes)[number]

/** An event as it was received, once, and what became of it. Kept for good: it tells of money. */
export interface ReceivedPayment {
  readonly uuid: string
  readonly organizationUuid: string
  readonly connectionUuid: string
  readonly backend: string
  /** The backend's own; unique within a connection. */
  readonly eventId: string
  readonly type: PaymentEvent["type"]
  /** Undefined where the event names no checkout of this connection. */
  readonly checkoutUuid: string | undefined
  /** What the event names instead of, or besides, our uuid; as it was sent. */
  readonly reference: string | undefined
  readonly amountCents: number
  readonly currency: string
  /** Undefined only while it is being judged, inside the transaction that writes it. */
  readonly outcome: PaymentOutcome | undefined
  /** Why it was not applied: a word to branch on. */
  readonly reason: string | undefined
  readonly createdAt: Date
  /** When a person has dealt with it. */
  readonly settledAt: Date | undefined
  /** Undefined where it was an app or the operator. */
  readonly settledByUserUuid: string | undefined
  readonly note: string | undefined
}

/**
 * An event that was just taken in, not judged yet. What it names is kept where it leads to no
 * checkout: a person will want to search for it.
 */
export const receivePayment = (
  uuid: string,
  {
    connection,
    event,
    checkoutUuid,
  }: {
    readonly connection: PaymentConnection
    readonly event: PaymentEvent
    readonly checkoutUuid: string | undefined
  },
  now: Date,
): ReceivedPayment => ({
  uuid,
  organizationUuid: connection.organizationUuid,
  connectionUuid: connection.uuid,
  backend: connection.backend,
  eventId: event.eventId,
  type: event.type,
  checkoutUuid,
  reference: checkoutUuid === undefined ? (event.checkoutUuid ?? event.reference) : event.reference,
  amountCents: event.amountCents,
  currency: event.currency,
  outcome: undefined,
  reason: undefined,
  createdAt: now,
  settledAt: undefined,
  settledByUserUuid: undefined,
  note: undefined,
})

/** Whether it waits, or waited, for a person. */
export const isParked = ({ outcome }: Pick<ReceivedPayment, "outcome">): boolean =>
  parkedOutcomes.some((parked) => parked === outcome)
