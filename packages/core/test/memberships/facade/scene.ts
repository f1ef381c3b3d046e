import { expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { memberCalls } from "./member-calls.ts"
import { type MembershipWorldOptions, createMembershipWorld } from "../../fixtures/memberships.ts"
import { paymentCalls } from "./payment-calls.ts"
import { type ActionResult, openModelledMember } from "./modelled-member.ts"

/** A house on a storage with one person in it, and all that can be done to them. */
export const openScene = async (storage: Storage, options?: MembershipWorldOptions) => {
  const world = await createMembershipWorld(storage, options)
  /** Somebody else there. */
  const enter = async (firstName: string) => {
    const modelled = await openModelledMember(world, await world.make(firstName))
    return { ...modelled, ...memberCalls(world, modelled), ...paymentCalls(world, modelled) }
  }
  return {
    ...(await enter("ann")),
    world,
    enter,
    now: () => world.clock.now(),
    go: (to: Date) => world.clock.set(to),
    advance: (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms)),
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
export type Person = Awaited<ReturnType<Scene["enter"]>>

/** Expects that the row of a number of the reference's table told of what was done. */
export const expectRow = (
  { row = "none", result }: Pick<ActionResult, "row" | "result">,
  number: string,
): void => expect(row, `it was ${result}`).toMatch(new RegExp(`: ${number}(?!\\d)`))

/** The numbers of the table's rows that tests tell of, by storage. */
const numbers = new Map<string, Set<string>>()

/**
 * A test for each of some rows, which its name begins with. `open` answers one storage, which they
 * share.
 */
export const rowsOn = (storage: string, open: () => Promise<Storage>) => {
  const reported = numbers.get(storage) ?? new Set()
  numbers.set(storage, reported)
  return (
    name: string,
    report: (scene: Scene) => Promise<void>,
    options?: MembershipWorldOptions,
  ): void => {
    for (const [number] of name.split(":")[0]?.matchAll(/T\d+/g) ?? []) reported.add(number)
    it(`${name}`, async () => report(await openScene(await open(), options)))
  }
}

/** The numbers that a storage's tests tell of. */
export const numbersToldOn = (storage: string): ReadonlySet<string> =>
  numbers.get(storage) ?? new Set()
