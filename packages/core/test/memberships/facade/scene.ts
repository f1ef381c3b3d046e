import { expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { actsOn } from "./acts.ts"
import { type HouseOptions, openHouse } from "../../fixtures/memberships.ts"
import { payingOf } from "./paying.ts"
import { type Done, openTwin } from "./twin.ts"

/** A house on a storage with one person in it, and all that can be done to them. */
export const openScene = async (storage: Storage, options?: HouseOptions) => {
  const house = await openHouse(storage, options)
  /** Somebody else there. */
  const enter = async (firstName: string) => {
    const twin = await openTwin(house, await house.make(firstName))
    return { ...twin, ...actsOn(house, twin), ...payingOf(house, twin) }
  }
  return {
    ...(await enter("ann")),
    house,
    enter,
    now: () => house.clock.now(),
    go: (to: Date) => house.clock.set(to),
    advance: (ms: number) => house.clock.set(new Date(house.clock.now().getTime() + ms)),
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
export type Person = Awaited<ReturnType<Scene["enter"]>>

/** Expects that the row of a number of the reference's table told of what was done. */
export const expectRow = (
  { row = "none", said }: Pick<Done, "row" | "said">,
  number: string,
): void => expect(row, `it was ${said}`).toMatch(new RegExp(`: ${number}(?!\\d)`))

/** The numbers of the table's rows that tests tell of, by storage. */
const numbers = new Map<string, Set<string>>()

/**
 * A test for each of some rows, which its name begins with. `open` answers one storage, which they
 * share.
 */
export const rowsOn = (storage: string, open: () => Promise<Storage>) => {
  const told = numbers.get(storage) ?? new Set()
  numbers.set(storage, told)
  return (name: string, tell: (scene: Scene) => Promise<void>, options?: HouseOptions): void => {
    for (const [number] of name.split(":")[0]?.matchAll(/T\d+/g) ?? []) told.add(number)
    it(name, async () => tell(await openScene(await open(), options)))
  }
}

/** The numbers that a storage's tests tell of. */
export const numbersToldOn = (storage: string): ReadonlySet<string> =>
  numbers.get(storage) ?? new Set()
