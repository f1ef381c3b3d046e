import type {
  KeptEntry,
  Membership,
  MembershipMove,
  MembershipTerm,
  Storage,
  StoredTerm,
} from "@symbolon/core/storage"
import { claim } from "./claims.ts"
import { club } from "./club.ts"
import { at, membership, uuid } from "./samples.ts"
import { write } from "./storage-case.ts"

// What memberships leave, made from a number: Ann's at home, on gold, unless a case says otherwise.

export const row = (n: number, change: Partial<Membership> = {}): Membership =>
  membership(n, {
    organizationUuid: club.home.uuid,
    userUuid: club.ann.uuid,
    tierUuid: club.gold.uuid,
    ...change,
  })

/** Terms the row of that number has; they begin at `n` milliseconds. */
export const term = (n: number, change: Partial<MembershipTerm> = {}): MembershipTerm => ({
  startsAt: at(n),
  endsAt: at(n + 1000),
  priceCents: 500,
  currency: "EUR",
  interval: "monthly",
  cause: "join",
  paymentRef: undefined,
  ...change,
})

export const storedTerm = (
  membershipUuid: string,
  ordinal: number,
  change: Partial<MembershipTerm> = {},
): StoredTerm => ({
  ...term(ordinal * 1000, change),
  membershipUuid,
  ordinal,
})

/** An entry of the number that says what became of `after`; by default it was made. */
export const entry = (
  n: number,
  after: Membership,
  change: Partial<KeptEntry> = {},
): KeptEntry => ({
  uuid: uuid(n),
  membershipUuid: after.uuid,
  at: at(n),
  by: { kind: "holder", uuid: club.ann.uuid },
  cause: "join",
  paymentRef: undefined,
  note: undefined,
  conversion: undefined,
  before: undefined,
  after,
  termsBefore: [],
  termsAfter: [],
  ...change,
})

export const move = (n: number, change: Partial<MembershipMove> = {}): MembershipMove => ({
  uuid: uuid(n),
  organizationUuid: club.home.uuid,
  fromTierUuid: club.gold.uuid,
  toTierUuid: club.silver.uuid,
  term: "keep",
  customPricing: "refuse",
  by: { kind: "organization" },
  isByServiceStaff: false,
  asOf: at(n),
  reachedUuid: undefined,
  movedCount: 0,
  skippedCount: 0,
  finishedAt: undefined,
  ...change,
})

/** Writes memberships that nothing stands in the way of. */
export const addRows = async (storage: Storage, ...rows: readonly Membership[]): Promise<void> =>
  write(storage, async (tx) => {
    for (const one of rows)
      claim(await tx.memberships.add(one), `adding ${one.uuid} must answer true`)
  })
