import type { MembershipAsks, MembershipTrigger } from "../../../src/memberships/index.ts"
import type { Facts, Standing } from "../facts.ts"

/**
 * A row of the transitions T1 to T42 (docs/membership-rules.md) as data, written from the page and
 * apart from the rules. Exactly one row holds for a state and a trigger.
 */
export interface Row<Name extends MembershipTrigger = MembershipTrigger> {
  readonly name: string
  readonly trigger: Name
  readonly when: (facts: Facts, ask: MembershipAsks[Name], now: Date) => boolean
  readonly gives: Given | ((facts: Facts, ask: MembershipAsks[Name]) => Given)
}

/**
 * What a row says happens: the status on the wire, or where the user stands then and the events
 * that are sent.
 */
export type Given =
  | { readonly refused: 402 | 404 | 409 | 422 }
  | { readonly same: true }
  | { readonly to: readonly Standing[]; readonly events: readonly string[] }
  | { readonly either: readonly Given[] }

export const row = <Name extends MembershipTrigger>(
  name: string,
  trigger: Name,
  when: Row<Name>["when"],
  gives: Row<Name>["gives"],
): Row => ({ name, trigger, when, gives }) as unknown as Row

export const refused = (status: 402 | 404 | 409 | 422): Given => ({ refused: status })
export const same: Given = { same: true }
export const ok = (to: Standing | readonly Standing[], ...events: readonly string[]): Given => ({
  to: typeof to === "string" ? [to] : to,
  events,
})
export const stays =
  (...events: readonly string[]) =>
  (facts: Facts) =>
    ok(facts.standing, ...events)
