/** What a payment backend can say of a payment. */
export const paymentEventTypes = ["paid", "failed", "expired", "reversed"] as const
export type PaymentEventType = (typeof paymentEventTypes)[number]

/**
 * One thing that happened to a payment, as its backend tells it, in our own words. It names its
 * checkout by uuid where the backend kept that for us, else by a reference of the backend's own; by
 * both where it knows both.
 */
export interface PaymentEvent {
  /**
   * The backend's own, unique within a connection: the same one again is the same event. At most
   * 255 characters.
   */
  readonly eventId: string
  readonly type: PaymentEventType
  readonly checkoutUuid: string | undefined
  /**
   * What the backend calls the payment: its own id of the money, for what it will say of it later.
   * At most 255 characters.
   */
  readonly reference: string | undefined
  /** Minor units by ISO 4217; for a reversal what was given back of it altogether. */
  readonly amountCents: number
  /** ISO 4217, upper case. */
  readonly currency: string
}
