import type {
  Actor,
  HistoryCause,
  MembershipMove,
  MembershipTerm,
  Rate,
  StoredTerm,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/**
 * Fields of a membership as JSON: instants in milliseconds since 1970, null where the field is
 * empty.
 */
export type MembershipFields = Readonly<Record<string, string | number | null>>

/** A term as JSON, likewise; what is empty is left out. */
export type TermFields = Omit<MembershipTerm, "startsAt" | "endsAt" | "paymentRef"> & {
  readonly startsAt: number
  readonly endsAt?: number
  readonly paymentRef?: string
}

/** An entry as it is kept: a bulk move writes one for each member, so nothing is said twice. */
export interface StoredEntry {
  readonly uuid: string
  readonly membershipUuid: string
  /** That of `after`. */
  readonly revision: number
  readonly at: Date
  readonly cause: HistoryCause
  readonly actorKind: Actor["kind"]
  readonly actorUuid: string | undefined
  readonly paymentRef: string | undefined
  readonly note: string | undefined
  readonly conversion: Rate | undefined
  /** What was different from `after`; undefined where there was nothing before. */
  readonly before: MembershipFields | undefined
  /** But for what other columns say and what is empty. */
  readonly after: MembershipFields
  /** A number stands for the term of that place in `termsAfter`. */
  readonly termsBefore: readonly (TermFields | number)[]
  readonly termsAfter: readonly TermFields[]
}

/** A move with who asked for it in two columns. */
export interface StoredMove extends Omit<MembershipMove, "by"> {
  readonly actorKind: Actor["kind"]
  readonly actorUuid: string | undefined
}

export const membershipTermColumns: Columns<StoredTerm> = {
  membershipUuid: "text",
  ordinal: "integer",
  startsAt: "instant",
  endsAt: "instant?",
  priceCents: "integer",
  currency: "text",
  interval: "text",
  cause: "text",
  paymentRef: "text?",
}

export const membershipHistoryColumns: Columns<StoredEntry> = {
  uuid: "text",
  membershipUuid: "text",
  revision: "integer",
  at: "instant",
  cause: "text",
  actorKind: "text",
  actorUuid: "text?",
  paymentRef: "text?",
  note: "text?",
  conversion: "json?",
  before: "json?",
  after: "json",
  termsBefore: "json",
  termsAfter: "json",
}

export const membershipMoveColumns: Columns<StoredMove> = {
  uuid: "text",
  organizationUuid: "text",
  fromTierUuid: "text",
  toTierUuid: "text",
  term: "text",
  customPricing: "text",
  actorKind: "text",
  actorUuid: "text?",
  isByServiceStaff: "boolean",
  asOf: "instant",
  reachedUuid: "text?",
  movedCount: "integer",
  skippedCount: "integer",
  finishedAt: "instant?",
}
