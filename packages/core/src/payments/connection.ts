import type { SealedBox } from "../foundation/sealing/sealed-box.ts"

/** An organization's line to a payment backend: money that comes in by it is the organization's. */
export interface PaymentConnection {
  readonly uuid: string
  readonly organizationUuid: string
  /** The name of a configured backend. */
  readonly backend: string
  /**
   * The secret that signs callbacks, bound to the connection by {@link connectionBinding}.
   */
  readonly sealed: SealedBox
  readonly createdAt: Date
  /** From then on it reads as absent, and its callbacks are rejected. */
  readonly disabledAt: Date | undefined
}

/** A connection as those who manage it see it: without its secret. */
export interface PaymentConnectionView extends Omit<PaymentConnection, "sealed"> {
  /** Where the backend sends its callbacks. */
  readonly callbackUrl: string
}

/**
 * What a connection's sealed secret is bound to, so that sealed secrets cannot be exchanged between
 * rows.
 */
export const connectionBinding = (uuid: string): string => `payment-connection|${uuid}`

/** Without the secret, and with where callbacks go. */
export const viewConnection = (
  { sealed: _, ...connection }: PaymentConnection,
  baseUrl: string,
): PaymentConnectionView => ({
  ...connection,
  callbackUrl: `${baseUrl}/webhooks/in/payments/${connection.backend}/${connection.uuid}`,
})
