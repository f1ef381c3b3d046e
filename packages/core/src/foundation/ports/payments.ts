/** What a user is about to pay for. */
export interface CheckoutRequest {
  /** Ours: the backend hands it back with what it says of the payment. */
  readonly checkoutUuid: string
  readonly organizationUuid: string
  readonly connectionUuid: string
  /** Minor units by ISO 4217, at least 1. */
  readonly amountCents: number
  /** ISO 4217, upper case. */
  readonly currency: string
  /** One line for the payer: what it is for. */
  readonly description: string
  /** Where the payer's browser goes afterwards; undefined leaves it with the backend. */
  readonly returnUrl: string | undefined
  /**
   * When the checkout ends; the backend may take money later all the same, and that money counts.
   */
  readonly expiresAt: Date
}

/** A payment that was begun at the backend. */
export interface StartedCheckout {
  /** Where the payer pays; undefined where paying is arranged outside. */
  readonly checkoutUrl: string | undefined
  /** What the backend calls it; undefined where it goes by our uuid alone. */
  readonly reference: string | undefined
}

/** A callback as it came in. */
export interface PaymentCallback {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The very bytes that were sent: signatures are over them. */
  readonly rawBody: Uint8Array
  /** The secret of the connection that the callback was sent to. */
  readonly secret: string
  /** When it arrived, on the wall clock: the sender's stamps are not of ours. */
  readonly arrivedAt: Date
}

/** What a payment backend can say of a payment. */
export type PaymentEventType = "paid" | "failed" | "expired" | "reversed"

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

/**
 * What a callback says; or, where it cannot be believed or read, a sentence for its sender that
 * tells nothing of the secret.
 */
export type CallbackReading =
  | { readonly events: readonly PaymentEvent[] }
  | { readonly refused: string }

/**
 * Takes money, outside of the service. One is configured for a deployment and known by its name; an
 * organization that wants its money through it makes a connection, and each connection has a secret
 * of its own.
 */
export interface PaymentBackend {
  /** Part of the callback's path: `[a-z0-9-]`, fixed for good. */
  readonly name: string
  /**
   * Whether we make the secret of a connection and show it once, or the backend has made it and the
   * organization brings it along.
   */
  readonly secrets: "made" | "brought"
  /**
   * Begins a payment. May be slow: never called inside a transaction. Rejects when the backend does
   * not take it.
   */
  readonly createCheckout: (request: CheckoutRequest) => Promise<StartedCheckout>
  /**
   * Judges the signature, in a time that tells nothing of the secret, and only then reads. Of kinds
   * that mean nothing to us there are no events. What cannot be read is refused, not skipped: the
   * backend sends it again, and an operator notices.
   */
  readonly parseCallback: (callback: PaymentCallback) => Promise<CallbackReading>
}
