import { deepEqual, equal } from "node:assert/strict"
import type { Bench } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"
import { type Crowd, now, type Place, sizes } from "./crowd.ts"
import type { Writes } from "./same-writes.ts"

type List = Parameters<Crowd["symbolon"]["memberships"]["listMembers"]>[0]
type Ask = Omit<List, "organization" | "page">

/** What lists are asked for, and which share of all members that is. */
const filters: readonly (readonly [name: string, ask: Ask, share: number])[] = [
  ["current", { status: "current" }, 0.9],
  ["active", { status: "active" }, 0.85],
  ["lapsed", { status: "lapsed" }, 0.05],
  ["ended", { status: "ended" }, 0.1],
  ["a tier", { status: "current", tier: "gold" }, 0.85],
  [
    "ending within ten days",
    { status: "active", endsBefore: new Date(now.getTime() + 10 * 86_400_000) },
    0.27,
  ],
  ["searched, a rare name", { status: "current", search: "quay" }, 0],
  ["searched, a frequent one", { status: "current", search: "ad" }, 0],
  ["searched, two words", { status: "current", search: "berg chiara" }, 0],
]
const sorts = ["created_at", "joined_at", "valid_until"] as const

/** Lists of a hundred: what a hundred times as many members cost. */
export const listBenches = (engine: string, { symbolon, large, small }: Crowd): readonly Bench[] =>
  filters.flatMap(([name, ask, share]) =>
    sorts.map((sortBy): Bench => {
      const page = { page: 1, pageSize: 100, sortBy, sortOrder: "asc" } as const
      const list = ({ slug }: Place) =>
        symbolon.memberships.listMembers({ ...ask, organization: slug, page })
      return {
        name: `${engine}, 100 members: ${name}, by ${sortBy}`,
        a: waiting(`of ${sizes.large}`, () => list(large)),
        b: waiting(`of ${sizes.small}`, () => list(small)),
        unit: "/s",
        aim: 0.8,
        agree: async () => {
          const [ofLarge, ofSmall] = [await list(large), await list(small)]
          if (share > 0)
            for (const [found, size] of [
              [ofLarge, sizes.large],
              [ofSmall, sizes.small],
            ] as const) {
              equal(found.items.length, Math.min(100, found.totalItems))
              const off = Math.abs(found.totalItems / size - share)
              if (off > 0.02) throw new Error(`${name}: ${found.totalItems} of ${size} were found.`)
            }
          if (ofLarge.items.length === 0) throw new Error(`${name}: nobody was found.`)
        },
      }
    }),
  )

/** A row of `memberships` by its index, and a join with everything it writes, by hand. */
export interface ByHand {
  readonly name: string
  readonly findOpen: (
    organizationUuid: string,
    userUuid: string,
  ) => Promise<{ readonly tierUuid: string } | undefined>
  /**
   * Makes somebody a member of an organization: the rows a join writes, in one transaction for all
   * of them.
   */
  readonly join: (of: readonly Joiner[]) => Promise<void>
  /** How many memberships there are. */
  readonly count: () => Promise<number>
}

/** A store of ours, as it is seen by hand. */
export interface RawStore {
  /** What a join writes: `act` must be the first one, of `first`. */
  readonly learn: (first: Joiner, act: () => Promise<unknown>) => Promise<Writes>
  readonly byHand: (writes: Writes) => ByHand
  readonly close: () => unknown
}

/** Who joins what. */
export interface Joiner {
  readonly place: Place
  readonly userUuid: string
}

const many = 64

/** What granting and joining add to the bare statements. */
export const memberBenches = (engine: string, crowd: Crowd, raw: ByHand): readonly Bench[] => {
  const { symbolon, large, people, empty } = crowd
  const someone = (turn: number): string => people[(turn * 100 + 50) % people.length] ?? ""
  const check = (turn: number) =>
    symbolon.entitlements.check({
      organization: large.slug,
      userUuid: someone(turn),
      key: "member",
    })
  const find = (turn: number) => raw.findOpen(large.uuid, someone(turn))
  const placeOf = (turn: number): Place => empty[turn % empty.length] ?? large
  const byName = (turn: number) => symbolon.organizations.get({ organization: placeOf(turn).slug })
  const joiner = (turn: number, from: number): Joiner => {
    const place = empty[from + Math.floor(turn / people.length) * 2]
    const userUuid = people[turn % people.length]
    if (place === undefined || userUuid === undefined)
      throw new Error("Everybody has joined everything.")
    return { place, userUuid }
  }
  // By hand a synchronous driver has one caller, however many there are.
  const theirs = raw.name === "pg" ? { callers: many } : {}
  let joinedOurs = 0
  let joinedTheirs = 0
  const joinOurs = () => {
    const { place, userUuid } = joiner(joinedOurs++, 0)
    return symbolon.memberships.join({ organization: place.slug, userUuid, tierSlug: "friend" })
  }
  const joinTheirs = (count: number) =>
    raw.join(Array.from({ length: count }, () => joiner(joinedTheirs++, 1)))
  const agreeOnJoins = async (): Promise<void> => {
    const before = await raw.count()
    await joinOurs()
    await joinTheirs(1)
    await joinTheirs(many)
    await Promise.all(Array.from({ length: many }, joinOurs))
    equal(await raw.count(), before + 2 + 2 * many)
    // What was written by hand is a membership as good as any.
    const { place, userUuid } = joiner(joinedTheirs - 1, 1)
    const { membership, history } = await symbolon.memberships.getMember({
      organization: place.slug,
      userUuid,
      withHistory: true,
    })
    deepEqual(
      [membership.userUuid, history?.entries.map(({ cause }) => cause)],
      [userUuid, ["join"]],
    )
  }
  const join = { unit: "/s", agree: agreeOnJoins } as const
  return [
    {
      name: `${engine}, entitlement check`,
      a: waiting("entitlements.check", check),
      b: waiting(`${raw.name}, one row by its index`, find),
      unit: "/s",
      agree: async () =>
        deepEqual(
          [(await check(1)).granted, await find(1).then((row) => row !== undefined)],
          [true, true],
        ),
    },
    {
      name: `${engine}, entitlement check, ${many} callers`,
      a: waiting("entitlements.check", check, { callers: many }),
      b: waiting(`${raw.name}, one row by its index`, find, theirs),
      unit: "/s",
      agree: async () => {
        const all = await Promise.all(Array.from({ length: many }, (_, turn) => check(turn)))
        deepEqual(
          all.map(({ granted }) => granted),
          all.map(() => true),
        )
      },
    },
    {
      name: `${engine}, organizations by name, ${many} callers`,
      a: waiting("organizations.get", byName, { callers: many }),
      b: waiting(`${raw.name}, one row by its index`, find, theirs),
      unit: "/s",
      agree: async () => {
        const all = await Promise.all(Array.from({ length: many }, (_, turn) => byName(turn)))
        deepEqual(
          all.map(({ slug }) => slug),
          all.map((_, turn) => placeOf(turn).slug),
        )
      },
    },
    {
      ...join,
      name: `${engine}, join`,
      a: waiting("memberships.join", joinOurs),
      b: waiting(`${raw.name}, the same rows`, () => joinTheirs(1)),
    },
    {
      ...join,
      name: `${engine}, join, ${many} callers`,
      a: waiting("memberships.join", joinOurs, { callers: many }),
      b: waiting(`${raw.name}, the same rows, a commit each`, () => joinTheirs(1), theirs),
    },
  ]
}
