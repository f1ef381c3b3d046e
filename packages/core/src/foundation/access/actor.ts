/**
 * Who changed it: the holder, the organization's staff, the platform's own staff, a payment, or
 * time.
 */
export interface Actor {
  readonly kind: "holder" | "organization" | "service" | "payment" | "clock"
  /** The user, app or connection behind it, where there is one. */
  readonly uuid?: string | undefined
}
