import { createHash } from "node:crypto"
import { expect } from "vitest"
import type { Storage, Tier } from "../../../src/index.ts"
import { memberCalls } from "./member-calls.ts"
import { groupCalls } from "./group-calls.ts"
import { createMembershipWorld } from "../../fixtures/memberships.ts"
import { holdsUuid } from "./names.ts"
import { paymentCalls } from "./payment-calls.ts"
import { openModelledMember } from "./modelled-member.ts"

/** What came of a step: what was said, and the rows of the table that told of it. */
export interface StepResult {
  readonly result: string
  readonly rows: readonly string[]
}

/** Something that happens in a house with several people in it. */
export interface Step {
  readonly name: string
  readonly run: (company: ScriptedMembers) => Promise<StepResult>
}

/**
 * A house, several people, and everything that happens to them from beginning to end: the same on
 * every storage.
 */
export interface Script {
  readonly zone: string
  readonly at: Date
  readonly steps: readonly Step[]
}

const size = 3

/**
 * Opens a house with some people in it, in places that are taken anew when their account is
 * deleted.
 */
export const openScriptedMembers = async (
  storage: Storage,
  { zone, at }: Pick<Script, "zone" | "at">,
) => {
  const world = await createMembershipWorld(storage, { zone, at })
  const prices = new Map<Tier, number>()
  let entered = 0
  const enter = async () => {
    const modelled = await openModelledMember(world, await world.make(`person-${++entered}`))
    for (const [tier, priceCents] of prices) modelled.life.edit(tier, { priceCents })
    return { ...modelled, ...memberCalls(world, modelled), ...paymentCalls(world, modelled) }
  }
  const everybody: Awaited<ReturnType<typeof enter>>[] = []
  const places: typeof everybody = []
  for (let n = 0; n < size; n += 1) places.push(await enter())
  everybody.push(...places)
  const group = groupCalls(world, () => everybody)

  return {
    world,
    group,
    places: places as readonly (typeof everybody)[number][],
    everybody: everybody as readonly (typeof everybody)[number][],
    at: (place: number) => {
      const person = places[place % size]
      if (person === undefined) throw new Error("Nobody is there.")
      return person
    },
    /** Somebody else takes the place of who is gone. */
    replace: async (place: number): Promise<void> => {
      const next = await enter()
      places[place % size] = next
      everybody.push(next)
    },
    price: async (tier: Tier, priceCents: number, isKept: boolean): Promise<readonly string[]> => {
      const rows = await group.price(tier, priceCents, isKept)
      prices.set(tier, priceCents)
      return rows
    },
  }
}

export type ScriptedMembers = Awaited<ReturnType<typeof openScriptedMembers>>
export type ScriptedMember = ReturnType<ScriptedMembers["at"]>

/**
 * How a script went: a line for each step, with a digest of everything that is stored of everybody
 * then.
 */
export interface Trace {
  readonly lines: readonly string[]
  readonly rows: readonly string[]
  readonly events: number
}

/**
 * Runs a script on a storage. After each step everybody is held against the pure rules, and against
 * what they say of themselves.
 */
export const runScript = async (storage: Storage, script: Script): Promise<Trace> => {
  const company = await openScriptedMembers(storage, script)
  const lines: string[] = []
  const rows: string[] = []
  for (const step of script.steps) {
    const outcome = await step.run(company).catch((cause: unknown) => {
      throw new Error(
        `Step ${lines.length + 1}, ${step.name}, after ${lines.slice(-3).join("; ")}`,
        { cause },
      )
    })
    rows.push(...outcome.rows)
    lines.push(`${step.name}: ${outcome.result} [${outcome.rows.join()}] ${digestOf(company)}`)
  }
  await company.group.agree({ all: true })
  await sumsUp(company)
  return {
    lines,
    rows,
    events: company.everybody.reduce((sum, { events }) => sum + events().length, 0),
  }
}

const digestOf = ({ everybody }: ScriptedMembers): string =>
  hashOf(everybody.map(tellingOf).join("\n"))

/**
 * Everything about somebody whom something happened to lately; what was said of them before is said
 * again while nothing is read anew.
 */
const tellingOf = (one: ScriptedMember): string => {
  const stored = one.stored()
  const { status, digest } = tellings.get(stored) ?? { status: undefined, digest: undefined }
  if (status === one.status() && digest !== undefined) return digest
  const checkouts = one.checkouts.map(({ ref, status: is, amountCents }) => [ref, is, amountCents])
  const events = one.events().map(({ uuid: _, ...event }) => event)
  const text = canonical({
    status: one.status(),
    memberships: stored.slice(-2),
    events: events.slice(-4),
    count: events.length,
    checkouts,
  })
  expect(holdsUuid(text)).toBe(false)
  const telling = { status: one.status(), digest: hashOf(text) }
  tellings.set(stored, telling)
  return telling.digest
}

const tellings = new WeakMap<object, { readonly status: string; readonly digest: string }>()
const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16)

/** As JSON in which the order of fields, which is no storage's promise, tells nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(
          Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : each,
  )

/** P14, as the organization sees it: its members are those who are live, each once. */
const sumsUp = async ({ world, everybody }: ScriptedMembers): Promise<void> => {
  const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
  const { organization } = world
  const found = await world.symbolon.memberships
    .listMembers({ organization, status: "current", page })
    .catch(() => undefined)
  const live = everybody.filter(({ status }) => status() !== "ended").map(({ user }) => user.uuid)
  expect(found?.items.map(({ membership }) => membership.userUuid).toSorted() ?? []).toEqual(
    live.toSorted(),
  )
}
