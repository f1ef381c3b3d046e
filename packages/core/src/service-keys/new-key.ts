import type { ServiceKey } from "./service-key.ts"

/**
 * A key that is made and sealed, and not stored yet: whether it waits or signs at once is decided
 * where it is stored.
 */
export type NewKey = Pick<ServiceKey, "keyId" | "purpose" | "algorithm" | "publicKey" | "sealed">

/** The key that signs from now on. `changedAt` may be later than now: see `changeTime`. */
export const activeFrom = (key: NewKey, now: Date, changedAt: Date = now): ServiceKey => ({
  ...key,
  status: "active",
  changedAt,
  // Whole seconds, as manifests tell time: one that is signed in the same second must not look
  // older than its key.
  notBefore: new Date(Math.floor(now.getTime() / 1000) * 1000),
  notAfter: undefined,
  createdAt: now,
})

/** The key that is published now and waits until it signs from `signsFrom`. */
export const waiting = (key: NewKey, signsFrom: Date, now: Date, changedAt: Date): ServiceKey => ({
  ...key,
  status: "next",
  changedAt,
  notBefore: new Date(Math.ceil(signsFrom.getTime() / 1000) * 1000),
  notAfter: undefined,
  createdAt: now,
})
