/**
 * The one order in which kinds of rows are locked; within a kind, by key. Every adapter with row
 * locks keeps it: a single reversed pair turns thousands of commits a second into a handful.
 */
export const lockOrder = [
  "idempotency key",
  "organization",
  "user",
  "client",
  "tier",
  "profile template",
  "card model",
  "membership move",
  "membership",
  "checkout",
  "card",
  "activity",
  "session",
  "presence",
  "attendance",
  "reward trigger",
  "supply",
  "delivery",
  "reward delivery",
  "file",
  "contact",
  "holding",
  "wallet",
  "ledger",
  "roster",
  "roster change",
] as const
export type LockKind = (typeof lockOrder)[number]
