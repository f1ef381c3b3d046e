import { Result } from "effect"
import { creditTowards } from "../../src/memberships/terms/remainder.ts"
import { type CheckoutPurpose, type Membership, type Tier, toEnvelope } from "../../src/index.ts"
import {
  type MembershipAsks,
  type MembershipChange,
  type MembershipHistoryEntry,
  type MembershipRecord,
  type MembershipEvent,
  type MembershipRefusal,
  type MembershipState,
  type MembershipTerm,
  type MembershipPayment,
  quoteCheckout,
  membershipStatus,
  decideMembership,
  type MembershipTrigger,
} from "../../src/memberships/index.ts"
import { club, day, everyTier, now as start } from "../fixtures/tiers.ts"
import { cents, worthLeft } from "./worth.ts"

/** A membership with its terms and its history. */
export interface Kept {
  membership: Membership
  terms: readonly MembershipTerm[]
  history: readonly MembershipHistoryEntry[]
}

/** What a life was when it was copied. */
export interface Copy {
  readonly clock: Date
  readonly records: readonly Kept[]
  readonly events: readonly (MembershipEvent & { readonly at: Date })[]
  readonly payments: number
}

/** What was asked of the rules, and what they said. */
export interface Asked {
  readonly state: MembershipState
  readonly trigger: MembershipTrigger
  readonly ask: MembershipAsks[MembershipTrigger]
  readonly answer: Answer
  readonly now: Date
}

interface Options {
  readonly zone?: string
  readonly at?: Date
  readonly catalogue?: readonly Tier[]
  readonly stored?: Copy
  /** Sees everything that is asked and may be written. */
  readonly watch?: (requested: Asked) => void
}

type Answer = Result.Result<MembershipChange, MembershipRefusal>

/**
 * The status that the wire would answer with and why, or `ok`, or `same` when nothing was to be
 * done.
 */
export const outcomeOf = (answer: Answer | Result.Result<unknown, MembershipRefusal>): string => {
  if (Result.isSuccess(answer)) {
    const change = answer.success
    return typeof change === "object" &&
      change !== null &&
      "entry" in change &&
      change.entry === undefined
      ? "same"
      : "ok"
  }
  const { status, body } = toEnvelope(answer.failure)
  const reason = body.details?.["reason"]
  return typeof reason === "string" ? `${status} ${reason}` : `${status}`
}

export const holder = { kind: "holder", uuid: "ann" } as const
export const staff = { kind: "organization", uuid: "olga" } as const
export const payer = { kind: "payment", uuid: "connection" } as const

const paying = { join: "joinPaid", renew: "renewPaid", change: "changeTierPaid" } as const

/**
 * One user and one organization over time, in memory: what the rules answer is written, and nothing
 * else is.
 */
export const openLife = ({
  zone = "UTC",
  at = start,
  catalogue = everyTier,
  stored,
  watch,
}: Options = {}) => {
  let clock = stored?.clock ?? at
  let offered = catalogue
  let bought = 0n
  const records: Kept[] = (stored?.records ?? []).map((one) => ({ ...one }))
  const events: (MembershipEvent & { readonly at: Date })[] = [...(stored?.events ?? [])]
  let payments = stored?.payments ?? 0

  const open = (): Kept | undefined =>
    records.find(({ membership }) => membership.endedAt === undefined)
  const tierOf = (uuid: string): Tier => {
    const found = offered.find((tier) => tier.uuid === uuid)
    if (found === undefined) throw new Error(`No tier ${uuid}.`)
    return found
  }
  const stateOf = (stored: Kept | undefined): MembershipState => ({
    userUuid: "ann",
    organizationUuid: club,
    zone,
    held: stored && {
      membership: stored.membership,
      terms: stored.terms,
      tier: tierOf(stored.membership.tierUuid),
    },
  })

  const write = (change: MembershipChange): void => {
    const { settled, entry, after, terms } = change
    if (settled !== undefined) put(settled.after, [], settled.entry)
    if (entry !== undefined) put(after, terms, entry)
    events.push(...change.events.map((event) => ({ ...event, at: clock })))
  }
  const put = (
    membership: Membership,
    terms: readonly MembershipTerm[],
    entry: MembershipHistoryEntry,
  ): void => {
    const stored = records.find((one) => one.membership.uuid === membership.uuid)
    if (stored === undefined) records.push({ membership, terms, history: [entry] })
    else Object.assign(stored, { membership, terms, history: [...stored.history, entry] })
  }
  const ask = <Name extends MembershipTrigger>(
    state: MembershipState,
    trigger: Name,
    requested: MembershipAsks[Name],
  ): Answer => {
    const answer = decideMembership(state, trigger, requested, clock)
    watch?.({ state, trigger, ask: requested, answer, now: clock })
    if (Result.isSuccess(answer)) write(answer.success)
    return answer
  }

  /** The answer to a trigger, without writing it. */
  const preview = <Name extends MembershipTrigger>(
    trigger: Name,
    requested: MembershipAsks[Name],
  ): Answer => decideMembership(stateOf(open()), trigger, requested, clock)
  const perform = <Name extends MembershipTrigger>(
    trigger: Name,
    requested: MembershipAsks[Name],
  ): Answer => ask(stateOf(open()), trigger, requested)
  const uuid = (): string => `membership ${records.length + 1}`
  const quoted = (purpose: CheckoutPurpose, tier?: Tier) =>
    quoteCheckout(stateOf(open()), { purpose, tier, by: payer }, clock)

  /** Opens a checkout now, to be paid later. */
  const checkout = (purpose: CheckoutPurpose, tier?: Tier) => {
    const requested = quoted(purpose, tier)
    if (Result.isFailure(requested)) return Result.fail(requested.failure)
    const { rate, creditCents, amountCents } = requested.success
    const ref = `payment ${++payments}`
    const openedAt = clock
    const arrive = (late = { isLate: clock.getTime() - openedAt.getTime() > day }): Answer => {
      const payment: MembershipPayment = {
        ref,
        rate,
        creditCents,
        tierUuid: requested.success.tier.uuid,
        ...late,
      }
      const present = tierOf(requested.success.tier.uuid)
      const credit = creditTowards(stateOf(open()).held?.terms ?? [], rate.currency, clock)
      const answer = perform(paying[purpose], { tier: present, payment, uuid: uuid(), by: payer })
      if (outcomeOf(answer) === "ok" && rate.currency === "PHP") {
        const own = Result.isSuccess(answer)
          ? answer.success.terms.filter((one) => one.paymentRef === ref)
          : []
        const more = worthLeft(own, clock) - cents(rate.priceCents)
        bought +=
          cents(amountCents + Math.max(0, creditCents - credit) + 1) + (more > 0n ? more : 0n)
      }
      return answer
    }
    return Result.succeed({ ref, amountCents, arrive })
  }
  /** Pays at once what is owed. */
  const pay = (purpose: CheckoutPurpose, tier?: Tier): Answer => {
    const opened = checkout(purpose, tier)
    return Result.isFailure(opened) ? Result.fail(opened.failure) : opened.success.arrive()
  }
  const reverse = (paymentRef: string): Answer => {
    const stored = records.find(({ history }) =>
      history.some((entry) => entry.paymentRef === paymentRef),
    )
    const history = stored?.history ?? []
    return ask(stateOf(stored), "reversePayment", {
      by: payer,
      paymentRef,
      history,
      tiers: offered,
    })
  }

  return {
    /** Another life that was the same so far. */
    copy: () =>
      openLife({ zone, stored: { clock, records, events, payments }, ...(watch && { watch }) }),
    preview,
    perform,
    quoted,
    checkout,
    pay,
    reverse,
    write,
    records: records as readonly Readonly<Kept>[],
    events: events as readonly (MembershipEvent & { readonly at: Date })[],
    state: () => stateOf(open()),
    now: () => clock,
    /**
     * What was paid in pesos so far and applied, with what long months have over mean ones and
     * credits that were honoured a while.
     */
    bought: () => bought,
    go: (to: Date) => void (clock = to),
    advance: (ms: number) => void (clock = new Date(clock.getTime() + ms)),
    /** Changes a tier under its members. */
    edit: (tier: Tier, change: Partial<Tier>) =>
      void (offered = offered.map((one) => (one.uuid === tier.uuid ? { ...one, ...change } : one))),
    tier: tierOf,
    join: (tier: Tier | undefined) => perform("join", { by: holder, tier, uuid: uuid() }),
    add: (tier: Tier, of: Partial<MembershipAsks["addMember"]> = {}) =>
      perform("addMember", {
        by: staff,
        tier,
        uuid: uuid(),
        validUntil: undefined,
        customPriceCents: undefined,
        customPaymentInterval: undefined,
        ...of,
      }),
    claim: (tier: Tier) => perform("claimCard", { by: holder, tier, uuid: uuid() }),
    leave: () => perform("leave", { by: holder }),
    resume: () => perform("resume", { by: holder }),
    change: (tier: Tier | undefined) => perform("changeTier", { by: holder, tier }),
    renew: () => perform("renew", { by: holder }),
    amend: (of: Omit<MembershipAsks["amendMember"], "by">) =>
      perform("amendMember", { by: staff, ...of }),
    renewByOrganization: (count: number) => perform("renewByOrganization", { by: staff, count }),
    remove: () => perform("removeMember", { by: staff }),
    status: () => {
      const stored = open()
      return stored === undefined ? "ended" : membershipStatus(stored.membership, clock)
    },
    /** The row that has not ended, else the last that did. */
    row: (): Membership => {
      const stored = open() ?? records.at(-1)
      if (stored === undefined) throw new Error("There is no membership.")
      return stored.membership
    },
    terms: () => open()?.terms ?? [],
    history: () => (open() ?? records.at(-1))?.history ?? [],
    stored: (): readonly MembershipRecord[] =>
      records.map((one) => ({ ...one, tier: tierOf(one.membership.tierUuid) })),
    lastEvent: () => {
      const last = events.at(-1)
      return last === undefined
        ? undefined
        : `${last.type} ${Object.values(last.data).slice(2).join(" ")}`.trim()
    },
  }
}

export type Life = ReturnType<typeof openLife>
