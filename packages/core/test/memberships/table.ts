import type { MembershipAsks, MembershipTrigger } from "../../src/memberships/index.ts"
import type { Facts, Standing } from "./facts.ts"
import { amending } from "./table/amending.ts"
import { joining } from "./table/joining.ts"
import { leaving } from "./table/leaving.ts"
import { moving } from "./table/moving.ts"
import { renewing } from "./table/renewing.ts"
import { laterReversals, reversing } from "./table/reversals.ts"
import type { Given, Row } from "./table/row.ts"
import { changing } from "./table/tier-changes.ts"

const table: readonly Row[] = [
  ...joining,
  ...leaving,
  ...renewing,
  ...changing,
  ...amending,
  ...moving,
  ...reversing,
  ...laterReversals,
]

/** The rows, by trigger and name. */
export const rowNames: readonly string[] = table.map(({ trigger, name }) => `${trigger}: ${name}`)

type AnyWhen = (facts: Facts, ask: unknown, now: Date) => boolean

const byTrigger = Map.groupBy(table, ({ trigger }) => trigger)

/**
 * The rows that tell of a trigger in a state: one, unless the table has a gap or says two things.
 */
export const rowsOf = <Name extends MembershipTrigger>(
  facts: Facts,
  trigger: Name,
  ask: MembershipAsks[Name],
  now: Date,
): readonly Row[] =>
  (byTrigger.get(trigger) ?? []).filter((one) => (one.when as AnyWhen)(facts, ask, now))

/** What differs between what a row says and what happened; undefined when nothing does. */
export const difference = (
  { gives }: Row,
  facts: Facts,
  ask: MembershipAsks[MembershipTrigger],
  happened: {
    readonly said: string
    readonly standing: Standing
    readonly events: readonly string[]
  },
): string | undefined => {
  const supplied =
    typeof gives === "function"
      ? (gives as (facts: Facts, ask: unknown) => Given)(facts, ask)
      : gives
  const happenedAs = `${happened.said} ${happened.standing} [${happened.events.join()}]`
  return isAs(supplied, happened)
    ? undefined
    : `${JSON.stringify(supplied)}, but it was ${happenedAs}`
}

const isAs = (
  supplied: Given,
  happened: {
    readonly said: string
    readonly standing: Standing
    readonly events: readonly string[]
  },
): boolean => {
  if ("either" in supplied) return supplied.either.some((one) => isAs(one, happened))
  if ("refused" in supplied) return happened.said.split(" ")[0] === String(supplied.refused)
  if ("same" in supplied) return happened.said === "same"
  return (
    happened.said === "ok" &&
    supplied.to.includes(happened.standing) &&
    supplied.events.join() === happened.events.join()
  )
}
