import { equal } from "node:assert/strict"
import type { Symbolon } from "@symbolon/core"
import type { Bench } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"
import { busyMember, clubWalletAt, namesOf, userAt } from "./fill.ts"
import { type Seed, start } from "./seed.ts"
import type { Sizes } from "./sizes.ts"

/** A filled store with the service on it. */
export interface Filled {
  readonly symbolon: Symbolon
  readonly seed: Seed
  readonly sizes: Sizes
}

interface Path {
  readonly name: string
  /** Callers at once. */
  readonly callers?: number
  readonly once: (store: Filled, turn: number) => Promise<unknown>
}

const page = <Order extends string>(sortBy: Order) =>
  ({ page: 1, pageSize: 20, sortBy, sortOrder: "desc" }) as const

/** A member of the large club who is no attendee of the seed's session; each turn another one. */
const memberOf = ({ sizes }: Filled, turn: number): number =>
  1 + ((turn * 7_919) % (sizes.clubMembers - sizes.attendees - 1))

const reads: readonly Path[] = [
  {
    name: "entitlement check",
    once: ({ symbolon, seed, ...store }, turn) =>
      symbolon.entitlements.check({
        organization: seed.organizationSlug,
        userUuid: userAt(memberOf({ symbolon, seed, ...store }, turn)),
        key: "member",
      }),
  },
  {
    name: "members of a club, the first 20",
    once: ({ symbolon, seed }) =>
      symbolon.memberships.listMembers({
        organization: seed.organizationSlug,
        status: "current",
        page: page("created_at"),
      }),
  },
  {
    name: "members of a club, found by a name",
    once: ({ symbolon, seed, sizes }, turn) =>
      symbolon.memberships.listMembers({
        organization: seed.organizationSlug,
        status: "current",
        search: `member-${(turn * 7_919) % sizes.clubMembers}`,
        page: page("created_at"),
      }),
  },
  {
    name: "a user by their name",
    once: ({ symbolon, sizes }, turn) =>
      symbolon.users.get({ username: namesOf((turn * 7_919) % sizes.users).username }),
  },
  {
    name: "a wallet's balance",
    once: ({ symbolon, sizes }, turn) =>
      symbolon.wallets.balance({ wallet: clubWalletAt((turn * 7_919) % sizes.memberships) }),
  },
  {
    name: "the busiest wallet's newest 20 transactions",
    once: ({ symbolon }) =>
      symbolon.wallets.listTransactions({
        wallet: clubWalletAt(busyMember),
        page: page("created_at"),
      }),
  },
  {
    name: "sessions of an activity, the first 20",
    once: ({ symbolon }) =>
      symbolon.sessions.listForActivity({ activity: "evenings-0", page: page("start_time") }),
  },
  {
    name: "attendees of a session, the first 20",
    once: ({ symbolon, seed }) =>
      symbolon.sessions.listAttendees({
        session: seed.sessionSlug,
        page: page("first_admitted_at"),
      }),
  },
]

const writes = (): readonly Path[] => {
  const transfer = (store: Filled, turn: number, key: string) =>
    store.symbolon.wallets.transfer({
      wallet: store.seed.treasury,
      to: { type: "wallet", value: clubWalletAt(memberOf(store, turn)) },
      amount: 1,
      idempotencyKey: `${key} ${turn}`,
    })
  const doors = new Map<string, Promise<string>>()
  const doorOf = ({ symbolon, seed }: Filled, name: string): Promise<string> => {
    const made =
      doors.get(name) ??
      symbolon.sessions
        .create({
          activity: seed.activitySlug,
          name,
          settings: { requiredEntitlement: "member" },
          startTime: start,
          endTime: new Date(start.getTime() + 86_400_000),
        })
        .then(({ slug }) => slug)
    doors.set(name, made)
    return made
  }
  const tap = async (store: Filled, turn: number, key: string): Promise<void> => {
    // Everybody comes once to each session; when all have come, to the next one.
    const round = Math.floor(turn / store.sizes.attendees)
    const { decision } = await store.symbolon.sessions.admit({
      session: await doorOf(store, `${key} ${store.sizes.users} ${round}`),
      request: {
        identifier: { type: "username", value: namesOf(turn % store.sizes.attendees).username },
        idempotencyKey: `${key} ${turn}`,
      },
    })
    if (decision !== "admitted") throw new Error("A member is admitted.")
  }
  const join = async ({ symbolon }: Filled, turn: number, key: string): Promise<void> => {
    const { user } = await symbolon.users.create({
      username: `${key}-${turn}`,
      firstName: "Ines",
    })
    await symbolon.memberships.join({
      organization: "club-1",
      userUuid: user.uuid,
      tierSlug: "friend",
    })
  }
  return [
    { name: "a transfer", once: (store, turn) => transfer(store, turn, "one") },
    { name: "transfers", callers: 64, once: (store, turn) => transfer(store, turn, "many") },
    { name: "a tap", once: (store, turn) => tap(store, turn, "one") },
    { name: "taps", callers: 16, once: (store, turn) => tap(store, turn, "many") },
    { name: "a new user who joins", once: (store, turn) => join(store, turn, "joiner") },
  ]
}

/** Each hot path on the large store beside the small one: 1 says that it costs the same on both. */
export const pathBenches = (large: Filled, small: Filled): readonly Bench[] =>
  [...reads, ...writes()].map(({ name, callers = 1, once }): Bench => {
    const side = (store: Filled) =>
      waiting(`of ${store.sizes.users} users`, (turn) => once(store, turn), { callers })
    return {
      name: `SQLite, ${name}${callers === 1 ? "" : `, ${callers} callers`}`,
      a: side(large),
      b: side(small),
      unit: "/s",
      aim: 0.8,
      agree: async () => {
        for (const { symbolon, seed, sizes } of [large, small]) {
          const { totalItems } = await symbolon.memberships.listMembers({
            organization: seed.organizationSlug,
            status: "current",
            page: page("created_at"),
          })
          equal(totalItems, sizes.clubMembers + 1)
        }
      },
    }
  })
