import { Result } from "effect"
import type { Tier } from "../../src/index.ts"
import type { MembershipState } from "../../src/memberships/index.ts"
import { type Facts, factsOf } from "./facts.ts"
import { type Asked, outcomeOf } from "./life.ts"
import { difference, rowsOf } from "./table.ts"

/**
 * Which row of the table tells of what happened, and what is wrong with it; nothing, when it is
 * what the row says.
 */
export interface Verdict {
  readonly row: string
  readonly faults: readonly string[]
}

/**
 * Holds what the rules said against the table. `tierOf` finds tiers; `facts` spares reading them
 * off the state again.
 */
export const judge = (
  { state, trigger, ask, answer, now }: Asked,
  tierOf: (uuid: string) => Tier,
  facts: Facts = factsOf(state, now),
): Verdict => {
  const rows = rowsOf(facts, trigger, ask, now)
  const [row] = rows
  if (row === undefined || rows.length > 1)
    return {
      row: "none",
      faults: [`${trigger} is told by ${rows.length} rows: ${rows.map(({ name }) => name).join()}`],
    }
  const wrong = difference(row, facts, ask, happenedIn(state, { answer, now }, tierOf, facts))
  return {
    row: `${trigger}: ${row.name}`,
    faults: wrong === undefined ? [] : [`${trigger}, ${row.name}: ${wrong}`],
  }
}

const happenedIn = (
  state: MembershipState,
  { answer, now }: Pick<Asked, "answer" | "now">,
  tierOf: (uuid: string) => Tier,
  facts: Facts,
): Parameters<typeof difference>[3] => {
  const said = outcomeOf(answer)
  if (Result.isFailure(answer)) return { said, standing: facts.standing, events: [] }
  const { after, terms, events } = answer.success
  const standing = factsOf(
    { ...state, held: { membership: after, tier: tierOf(after.tierUuid), terms } },
    now,
  ).standing
  return { said, standing, events: events.map(({ type }) => type.replace("membership.", "")) }
}
