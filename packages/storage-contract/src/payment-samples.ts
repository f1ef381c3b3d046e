import type { Checkout, PaymentConnection, ReceivedPayment, Storage } from "@symbolon/core/storage"
import { club, found } from "./club.ts"
import { at, sealedKey, uuid } from "./samples.ts"
import { write } from "./storage-case.ts"

// What paying leaves, made from a number: Ann's, for gold, by the first connection of the club at
// home, unless a case says otherwise.

export const paymentConnection = (
  n: number,
  change: Partial<PaymentConnection> = {},
): PaymentConnection => ({
  uuid: uuid(n),
  organizationUuid: club.home.uuid,
  backend: "manual",
  sealed: sealedKey(n),
  createdAt: at(n),
  disabledAt: undefined,
  ...change,
})

export const desk = paymentConnection(91)
export const bank = paymentConnection(92, { backend: "bank" })
export const awayDesk = paymentConnection(93, { organizationUuid: club.away.uuid })

export const checkout = (n: number, change: Partial<Checkout> = {}): Checkout => ({
  uuid: uuid(n),
  purpose: "join",
  organizationUuid: club.home.uuid,
  userUuid: club.ann.uuid,
  tierUuid: club.gold.uuid,
  connectionUuid: desk.uuid,
  backend: "manual",
  amountCents: 500,
  currency: "EUR",
  creditCents: 0,
  paymentInterval: "monthly",
  checkoutUrl: undefined,
  reference: undefined,
  paymentReference: undefined,
  status: "open",
  isApplied: false,
  createdAt: at(n),
  expiresAt: at(n + 86_400_000),
  updatedAt: undefined,
  ...change,
})

export const receivedPayment = (
  n: number,
  change: Partial<ReceivedPayment> = {},
): ReceivedPayment => ({
  uuid: uuid(n),
  organizationUuid: club.home.uuid,
  connectionUuid: desk.uuid,
  backend: "manual",
  eventId: `event-${n}`,
  type: "paid",
  checkoutUuid: undefined,
  reference: undefined,
  amountCents: 500,
  currency: "EUR",
  outcome: "applied",
  reason: undefined,
  createdAt: at(n),
  settledAt: undefined,
  settledByUserUuid: undefined,
  note: undefined,
  ...change,
})

/** Writes the club into an empty store, with two connections at home and one away. */
export const foundWithPayments = async (storage: Storage): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const connection of [desk, bank, awayDesk]) await tx.paymentConnections.add(connection)
  })
}
