import { Result } from "effect"
import type { MembershipStatus, Tier } from "../../src/index.ts"
import {
  type MembershipHistoryEntry,
  type MembershipState,
  membershipStatus,
  type MembershipTrigger,
} from "../../src/memberships/index.ts"
import { day, tiers } from "../fixtures/tiers.ts"
import { factsOf, type Standing } from "./facts.ts"
import { type Asked, type Life, openLife, staff } from "./life.ts"
import { rowsOf } from "./table.ts"

/** Where a user stands, with what is over told apart from what never was. */
export type Station = Standing | "ended"

/** What leads from where to where. */
export interface Transition {
  readonly from: Station
  readonly to: Station
  readonly trigger: MembershipTrigger | "clock"
  /**
   * The row of the table that tells of it. Time has none: it changes no row, only what the status
   * of one is.
   */
  readonly row: string
  readonly events: readonly string[]
}

/**
 * Everything that leads anywhere in what can be reached from nothing, each way once: what the rules
 * do, under the name of the row that tells of it, and what time does.
 */
export const transitions = (): readonly Transition[] => {
  const found = new Map<string, Transition>()
  const add = (one: Transition | undefined): void =>
    void (one !== undefined && found.set(JSON.stringify(one), one))
  const start = openLife({ watch: (requested) => add(ruled(requested, start.tier)) })
  const seen = new Set([keyOf(start)])
  const waiting: Life[] = [start]
  for (let life = waiting.shift(); life !== undefined; life = waiting.shift()) {
    for (const one of timed(life.state())) add(one)
    for (const move of moves) {
      const next = life.copy()
      move(next)
      const key = keyOf(next)
      if (!seen.has(key)) waiting.push(next)
      seen.add(key)
    }
  }
  return [...found.values()]
}

/** What a trigger did in a state; undefined where it is refused or changes nothing. */
const ruled = (
  { state, trigger, ask, answer, now }: Asked,
  tierOf: (uuid: string) => Tier,
): Transition | undefined => {
  if (Result.isFailure(answer) || answer.success.entry === undefined) return undefined
  const { before, after, terms, events } = answer.success
  const facts = factsOf(state, now)
  const { standing } = factsOf(
    { ...state, held: { membership: after, tier: tierOf(after.tierUuid), terms } },
    now,
  )
  return {
    from: facts.standing === "none" && before !== undefined ? "ended" : facts.standing,
    to: standing === "none" ? "ended" : standing,
    trigger,
    row: rowsOf(facts, trigger, ask, now)[0]?.name ?? "none",
    events: events.map(({ type }) => type),
  }
}

const stations: Readonly<Record<MembershipStatus, Station>> = {
  active: "active",
  active_with_notice: "notice",
  lapsed: "lapsed",
  ended: "ended",
}

/** What time does at the instants that a membership names. */
function* timed({ held }: MembershipState): Generator<Transition> {
  if (held === undefined || held.membership.endedAt !== undefined) return
  const { membership: row } = held
  for (const at of [row.validUntil, row.renewableUntil]) {
    if (at === undefined) continue
    const from = stations[membershipStatus(row, new Date(at.getTime() - 1))]
    const to = stations[membershipStatus(row, at)]
    if (from !== to)
      yield {
        from,
        to,
        trigger: "clock",
        row: at === row.validUntil ? "term" : "grace",
        events: [],
      }
  }
}

const payments = (life: Life): readonly MembershipHistoryEntry[] =>
  life.history().filter(({ paymentRef, cause }) => paymentRef !== undefined && cause !== "reversal")

const untilEnd = (life: Life, beyond: number): void => {
  const { validUntil } = life.state().held?.membership ?? {}
  if (validUntil !== undefined && validUntil > life.now())
    life.go(new Date(validUntil.getTime() + beyond))
}

/** A few tiers, one of each kind that matters to where something leads. */
const offered: readonly Tier[] = [tiers.guest, tiers.open, tiers.silver, tiers.gold]
const nothingAgreed = { customPriceCents: null, customPaymentInterval: null } as const

/** Everything that anybody can do, and time passing to every instant that matters. */
const moves: readonly ((life: Life) => unknown)[] = [
  ...offered.flatMap((tier): readonly ((life: Life) => unknown)[] => [
    (life) => life.join(tier),
    (life) => life.pay("join", tier),
    (life) => life.change(tier),
    (life) => life.pay("change", tier),
    (life) => life.add(tier),
    (life) => life.amend({ tier, ...nothingAgreed }),
    (life) =>
      life.amend({ tier, ...nothingAgreed, validUntil: new Date(life.now().getTime() + 20 * day) }),
    (life) => life.amend({ tier, ...nothingAgreed, validUntil: null }),
    (life) =>
      life.perform("moveMember", {
        by: staff,
        tier,
        term: "keep",
        customPricing: "carry",
        asOf: life.now(),
      }),
  ]),
  (life) => life.claim(tiers.silver),
  (life) => life.leave(),
  (life) => life.resume(),
  (life) => life.renew(),
  (life) => life.pay("renew"),
  (life) => life.renewByOrganization(1),
  (life) => life.amend({ validUntil: new Date(life.now().getTime() + 20 * day) }),
  (life) => life.amend({ validUntil: life.now() }),
  (life) => life.amend({ validUntil: null }),
  (life) => life.amend({ customPriceCents: 0 }),
  (life) => life.perform("keepPrice", { by: staff, priceCents: 50_000 }),
  (life) => life.remove(),
  (life) => life.perform("closeOrganization", { by: staff }),
  (life) => life.perform("closeAccount", { by: { kind: "service" } }),
  (life) => life.reverse(payments(life).at(-1)?.paymentRef ?? "none"),
  (life) => untilEnd(life, 0),
  (life) => untilEnd(life, 40 * day),
]

/**
 * Lives of one key lead to the same places, as far as this looks. Where a reversal leads depends on
 * all that came before, which is more than can be looked at: of it, only what was paid for last and
 * whether more came after.
 */
const keyOf = (life: Life): string => {
  const facts = factsOf(life.state(), life.now())
  const last = payments(life).at(-1)
  const ends = facts.validUntil === undefined ? "never" : facts.isFar ? "far" : "soon"
  const kind = [
    facts.standing,
    facts.tier?.slug,
    facts.isFree,
    facts.customPriceCents === undefined,
    ends,
    facts.worthIn.length > 0,
  ]
  return [...kind, life.records.length > 0, last?.cause, life.history().at(-1) === last].join("|")
}
