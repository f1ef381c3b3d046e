import { Effect, Result } from "effect"
import type { AdmissionDetails, BlockedReason } from "../../door/index.ts"
import type { Session } from "../../sessions/session.ts"
import { countingWallets } from "../../rewards/steps/counting-wallets.ts"
import { reservesSeat } from "../../ledger/tickets/door-terms.ts"
import type { TicketHolding } from "../../ledger/tickets/ticket-holding.ts"
import { step } from "../../foundation/step.ts"
import { atOnce, Tx } from "../../foundation/unit-of-work.ts"
import type { Presence } from "../presence.ts"
import { type GateFacts, ticketDetails } from "../gates.ts"
import type { Person } from "./people.ts"
import { heldTickets, ticketDoor } from "./held-tickets.ts"

export type GateFactsByWallet = ReadonlyMap<string, GateFacts>

/**
 * What the gates of a session ask about people, by canonical wallet. What no gate asks for is not
 * read.
 */
export const gateFactsOf = step(function* (session: Session, people: readonly Person[]) {
  const tx = yield* Tx
  const wallets = [...new Set(people.map(({ walletAddress }) => walletAddress))]
  const { ticketTemplateUuid: template, requiredPriorSessionUuid: before } = session
  const [held, door, present, stands] = yield* atOnce(
    heldTickets(template, people),
    ticketDoor(session),
    before === undefined ? nobody : tx.presences.findAll(before, wallets),
    standings(session, people),
  )
  const priors = new Map(present.map((presence) => [presence.walletAddress, presence]))
  const facts = new Map<string, GateFacts>()
  for (const { walletAddress, userUuid } of people) {
    if (facts.has(walletAddress)) continue
    const standing = stands.get(userUuid ?? "")
    const tickets = held.get(walletAddress) ?? []
    facts.set(walletAddress, {
      tickets,
      hasTicket: tickets.some((ticket) => reservesSeat(ticket, door)),
      membership: standing?.membership,
      tier: standing?.tier,
      prior: priors.get(walletAddress),
    })
  }
  return facts
})

/**
 * The last memberships of people, ended or not, with their tiers, where the session asks for an
 * entitlement. They are not locked, so no other transaction waits for a door.
 */
const standings = step(function* (session: Session, people: readonly Person[]) {
  const tx = yield* Tx
  const { organizationUuid, requiredEntitlement } = session
  const users =
    requiredEntitlement === undefined
      ? []
      : [...new Set(people.flatMap(({ userUuid }) => userUuid ?? []))]
  const newest =
    users.length === 0 ? [] : yield* tx.memberships.newestWithTiersOf(organizationUuid, users)
  return new Map(newest.map((standing) => [standing.membership.userUuid, standing]))
})

/**
 * The facts of a person as of a moment: the membership is the one that was in force then, whichever
 * row that was. Only a row that was written since needs to be looked up in the history.
 */
export const gateFactsAt = step(function* (
  session: Session,
  facts: GateFacts,
  userUuid: string | undefined,
  at: Date,
) {
  const { membership: newest } = facts
  if (
    newest === undefined ||
    userUuid === undefined ||
    (newest.updatedAt ?? newest.createdAt) <= at
  )
    return facts
  const tx = yield* Tx
  const membership = yield* tx.membershipHistory.rowAsOf(session.organizationUuid, userUuid, at)
  const tier =
    membership?.tierUuid === newest.tierUuid
      ? facts.tier
      : yield* tx.tiers.find(membership?.tierUuid ?? "")
  return { ...facts, membership, tier }
})

const nobody = Effect.fromResult(Result.succeed<readonly Presence[]>([]))

/**
 * A person holds few tickets of one organization; more than these are not looked through for a
 * better word.
 */
const ticketsLookedAt = 100

/**
 * A refusal with exact details: why a person has no ticket, and which session they should have been
 * to. Only refused taps need it, so only they read it.
 */
export const explained = step(function* (
  session: Session,
  person: Person,
  refusal: { readonly reason: BlockedReason; readonly details: AdmissionDetails },
) {
  const tx = yield* Tx
  if (refusal.reason === "prior_session_required") {
    const prior = yield* tx.sessions.find(session.requiredPriorSessionUuid ?? "")
    return {
      reason: refusal.reason,
      details: prior === undefined ? {} : { session_slug: prior.slug },
    }
  }
  const { ticketTemplateUuid: template, activityUuid } = session
  if (refusal.reason !== "ticket_required" || template === undefined) return refusal
  const wallets = [...(yield* countingWallets([person])).keys()]
  let taken: TicketHolding | undefined
  for (const walletAddress of wallets) {
    const one = yield* tx.tickets.lastVoid(template, walletAddress)
    if (one !== undefined && (taken === undefined || one.uid > taken.uid)) taken = one
  }
  if (taken !== undefined)
    return {
      reason: "ticket_revoked" as const,
      details: { ...refusal.details, transaction_id: taken.uid },
    }
  if (activityUuid === undefined) return refusal
  for (const walletAddress of wallets) {
    const held = yield* tx.tickets.listValid({ walletAddress }, undefined, ticketsLookedAt)
    if (held.some((ticket) => ticket.activityUuid === activityUuid))
      return { reason: "ticket_wrong_session" as const, details: ticketDetails(session) }
  }
  return refusal
})
