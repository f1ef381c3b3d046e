import type {
  KeptEntry,
  MembershipMove,
  MembershipTerm,
  PageRequest,
  Repositories,
  StoredTerm,
} from "@symbolon/core/storage"
import {
  at,
  firstMember,
  membership,
  organization,
  places,
  tier,
  uuid,
} from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const [someone, stranger] = [firstMember + 77, 900_000]
const org = organization.uuid

/** Numbers of entries: the n-th member's is this plus n. */
const firstEntry = 4_000_000

const page = <SortBy extends string>(
  sortBy: SortBy,
  sortOrder: "asc" | "desc" = "asc",
): PageRequest<SortBy> => ({
  page: 2,
  pageSize: 20,
  sortBy,
  sortOrder,
})

const term = (n: number): MembershipTerm => ({
  startsAt: at(n),
  endsAt: membership(n).validUntil,
  priceCents: 500,
  currency: "EUR",
  interval: "monthly",
  cause: "join",
  paymentRef: `pi_${n}`,
})

const storedTerm = (n: number, ordinal = 0): StoredTerm => ({
  ...term(n),
  membershipUuid: uuid(n),
  ordinal,
})

const entry = (n: number): KeptEntry => ({
  uuid: uuid(firstEntry + n),
  membershipUuid: uuid(n),
  at: at(n),
  by: { kind: "payment", uuid: undefined },
  cause: "join",
  paymentRef: `pi_${n}`,
  note: undefined,
  conversion: undefined,
  before: undefined,
  after: membership(n),
  termsBefore: [],
  termsAfter: [term(n)],
})

const move = (n: number, change: Partial<MembershipMove> = {}): MembershipMove => ({
  uuid: uuid(n),
  organizationUuid: org,
  fromTierUuid: tier.uuid,
  toTierUuid: tier.uuid,
  term: "keep",
  customPricing: "carry",
  by: { kind: "organization", uuid: undefined },
  isByServiceStaff: false,
  asOf: at(0),
  reachedUuid: undefined,
  movedCount: 0,
  skippedCount: 0,
  finishedAt: at(1),
  ...change,
})

/** Writes how members of these numbers came to be where they are. */
export const chronicle = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  await tx.membershipTerms.add(numbers.map((n) => storedTerm(n)))
  await tx.membershipHistory.append(numbers.map(entry))
}

/** Moves that are over, and one that runs. */
export const addMoves = async (tx: Repositories, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await tx.membershipMoves.add(move(firstEntry + n, n === 0 ? { finishedAt: undefined } : {}))
}

const orders = [
  ["created_at", "creation"],
  ["joined_at", "joining"],
  ["valid_until", "validity"],
] as const

const list = (
  name: string,
  of: Partial<Parameters<Repositories["memberships"]["list"]>[0]>,
): readonly VerbCall[] =>
  orders.flatMap(([sortBy, order]) =>
    (["asc", "desc"] as const).map((direction) => ({
      name: `memberships.list ${name} by ${order} ${direction}`,
      call: (tx: Repositories) =>
        tx.memberships.list(
          { organizationUuid: org, filter: "current", at: at(0), ...of },
          page(sortBy, direction),
        ),
    })),
  )

/** The same calls twice: the second time totals are remembered. */
const again = (calls: readonly VerbCall[]): readonly VerbCall[] =>
  calls.map(({ name, call }) => ({
    name,
    call: async (tx) => {
      await call(tx)
      return call(tx)
    },
  }))

const members: readonly VerbCall[] = [
  {
    name: "memberships.add",
    call: (tx) => tx.memberships.add({ ...membership(stranger), userUuid: uuid(places.owner) }),
  },
  { name: "memberships.findOpen", call: (tx) => tx.memberships.findOpen(org, uuid(someone)) },
  {
    name: "memberships.findOpenWithTier",
    call: (tx) => tx.memberships.findOpenWithTier(org, uuid(someone)),
  },
  {
    name: "memberships.openWithTiersOf",
    call: (tx) => tx.memberships.openWithTiersOf(org, [uuid(someone), uuid(stranger)]),
  },
  {
    name: "memberships.replace",
    call: (tx) => tx.memberships.replace({ ...membership(someone), revision: 2 }),
  },
  {
    name: "memberships.replaceAll",
    call: (tx) =>
      tx.memberships.replaceAll(
        [someone + 1, someone + 2].map((n) => ({ ...membership(n), revision: 2 })),
      ),
  },
  { name: "memberships.find", call: (tx) => tx.memberships.find(uuid(someone)) },
  { name: "memberships.newest", call: (tx) => tx.memberships.newest(org, uuid(someone)) },
  {
    name: "memberships.newestOf",
    call: (tx) => tx.memberships.newestOf(org, [uuid(someone), uuid(stranger)]),
  },
  {
    name: "memberships.newestWithTiersOf",
    call: (tx) => tx.memberships.newestWithTiersOf(org, [uuid(someone), uuid(stranger)]),
  },
  { name: "memberships.walkOf", call: (tx) => tx.memberships.walkOf(uuid(someone), "0", 500) },
  { name: "memberships.openOf", call: (tx) => tx.memberships.openOf(uuid(someone)) },
  {
    name: "memberships.onTier",
    call: (tx) => tx.memberships.onTier({ tierUuid: tier.uuid, after: undefined, limit: 500 }),
  },
  {
    name: "memberships.onTier, further on",
    call: (tx) => tx.memberships.onTier({ tierUuid: tier.uuid, after: uuid(someone), limit: 500 }),
  },
  {
    name: "memberships.customOnTier",
    call: (tx) => tx.memberships.customOnTier({ tierUuid: tier.uuid, limit: 20 }),
  },
  ...(["active", "lapsed", "current", "ended"] as const).map((standing) => ({
    name: `memberships.list ${standing}`,
    call: (tx: Repositories) =>
      tx.memberships.list(
        { organizationUuid: org, filter: standing, at: at(0) },
        page("created_at", "desc"),
      ),
  })),
  ...list("of all", {}),
  ...list("of a tier", { tierUuid: tier.uuid }),
  ...list("of many ending", { filter: "active", endsBefore: at(400 * 86_400_000) }),
  ...list("of few that have ended", { filter: "ended" }),
  ...list("of many found", { search: ["first"] }),
  ...list("of many found on a tier", { tierUuid: tier.uuid, search: ["first"] }),
  ...list("of many found by one of two words", { search: ["100", "first"] }),
  ...list("of many found by two words", { search: ["user", "first"] }),
  ...list("of many found who end", { search: ["first"], endsBefore: at(9 * 86_400_000) }),
  ...again(list("of many found again", { search: ["first"] })),
  ...list("of few found", { search: [`${someone}`, "first"] }),
  ...list("of a few ending", { endsBefore: at(86_400_000) }),
  ...list("of a few ending on a tier", { endsBefore: at(86_400_000), tierUuid: tier.uuid }),
  ...orders.map(([sortBy, order]) => ({
    name: `memberships.listOf by ${order}`,
    call: (tx: Repositories) =>
      tx.memberships.listOf(
        { userUuid: uuid(someone), filter: "current", at: at(0) },
        page(sortBy),
      ),
  })),
]

const history: readonly VerbCall[] = [
  {
    name: "membershipTerms.add",
    call: (tx) => tx.membershipTerms.add([storedTerm(someone, 7), storedTerm(someone, 8)]),
  },
  {
    name: "membershipTerms.of",
    call: (tx) => tx.membershipTerms.of([uuid(someone), uuid(firstMember)]),
  },
  {
    name: "membershipTerms.removeOf",
    call: (tx) => tx.membershipTerms.removeOf([uuid(someone), uuid(firstMember)]),
  },
  {
    name: "membershipHistory.append",
    call: (tx) =>
      tx.membershipHistory.append([
        { ...entry(someone), uuid: uuid(stranger), paymentRef: "another" },
      ]),
  },
  { name: "membershipHistory.all", call: (tx) => tx.membershipHistory.all(uuid(someone)) },
  {
    name: "membershipHistory.newest",
    call: (tx) => tx.membershipHistory.newest(uuid(someone), 20),
  },
  {
    name: "membershipHistory.rowAsOf",
    call: (tx) => tx.membershipHistory.rowAsOf(org, uuid(someone), at(5)),
  },
  {
    name: "membershipHistory.ofPayment",
    call: (tx) => tx.membershipHistory.ofPayment(`pi_${someone}`),
  },
  { name: "membershipMoves.add", call: (tx) => tx.membershipMoves.add(move(stranger)) },
  { name: "membershipMoves.find", call: (tx) => tx.membershipMoves.find(uuid(firstEntry)) },
  { name: "membershipMoves.lock", call: (tx) => tx.membershipMoves.lock(uuid(firstEntry)) },
  { name: "membershipMoves.change", call: (tx) => tx.membershipMoves.change(move(firstEntry)) },
  { name: "membershipMoves.running", call: (tx) => tx.membershipMoves.running(org) },
]

/** Every verb about memberships and what becomes of them, but for who is on a roster. */
export const membershipCalls: readonly VerbCall[] = [...members, ...history]

/**
 * Those of them that read a page of a long list: whatever its order, nothing may be sorted for it.
 */
export const pageCalls: readonly string[] = members
  .map(({ name }) => name)
  .filter(
    (name) =>
      name.startsWith("memberships.list of all") ||
      name.startsWith("memberships.list of a tier") ||
      name.startsWith("memberships.list of many"),
  )
