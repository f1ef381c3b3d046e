import type { Checkout, PaymentConnection, ReceivedPayment } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A connection as it is kept: the sealed secret in three columns. */
export interface StoredPaymentConnection extends Omit<PaymentConnection, "sealed"> {
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const paymentConnectionColumns: Columns<StoredPaymentConnection> = {
  uuid: "text",
  organizationUuid: "text",
  backend: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  createdAt: "instant",
  disabledAt: "instant?",
}

export const checkoutColumns: Columns<Checkout> = {
  uuid: "text",
  purpose: "text",
  organizationUuid: "text",
  userUuid: "text",
  tierUuid: "text",
  connectionUuid: "text",
  backend: "text",
  amountCents: "integer",
  currency: "text",
  creditCents: "integer",
  paymentInterval: "text",
  checkoutUrl: "text?",
  reference: "text?",
  paymentReference: "text?",
  status: "text",
  isApplied: "boolean",
  createdAt: "instant",
  expiresAt: "instant",
  updatedAt: "instant?",
}

export const receivedPaymentColumns: Columns<ReceivedPayment> = {
  uuid: "text",
  organizationUuid: "text",
  connectionUuid: "text",
  backend: "text",
  eventId: "text",
  type: "text",
  checkoutUuid: "text?",
  reference: "text?",
  amountCents: "integer",
  currency: "text",
  outcome: "text?",
  reason: "text?",
  createdAt: "instant",
  settledAt: "instant?",
  settledByUserUuid: "text?",
  note: "text?",
}
