import { Effect } from "effect"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { remainingOf } from "../../ledger/supplies/supply.ts"
import type { TicketTerms } from "../../ledger/tickets/ticket-terms.ts"
import type { Organization } from "../../organizations/organization.ts"
import { permitReceiver } from "../issued-reward.ts"
import type { Issuing, Standing } from "../issuing.ts"
import type { RewardTemplate } from "../reward-template.ts"

/**
 * What issuing of a template needs. Refuses with `Conflict`: `archived`, `supply_exhausted`, and
 * `activity_deleted` for a ticket to an activity that is gone. A draft is `NotFound`.
 */
export const issuingOf = step(function* ({
  template,
  organization,
}: {
  readonly template: RewardTemplate
  readonly organization: Organization
}) {
  if (template.status === "draft") return yield* new NotFound({ what: "reward" })
  if (template.status === "archived")
    return yield* new Conflict({
      reason: "archived",
      message: "The reward is archived, so it is not issued. Its organization can restore it.",
    })
  if (remainingOf(template) === 0)
    return yield* new Conflict({
      reason: "supply_exhausted",
      message: "No more of this reward are left.",
    })
  return yield* issuingParts({ template, organization }, template.content?.ticket ?? null)
})

/**
 * The same for what is issued in any state of the template, as it was asked for before. `terms` are
 * those of its ticket.
 */
export const issuingParts = step(function* (
  {
    template,
    organization,
  }: { readonly template: RewardTemplate; readonly organization: Organization },
  terms: TicketTerms | null,
) {
  const tx = yield* Tx
  const treasury = yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
  if (treasury === undefined) return yield* new NotFound({ what: "wallet" })
  const activity =
    template.activityUuid === undefined
      ? undefined
      : yield* tx.activities.find(template.activityUuid)
  const [content] = yield* tx.rewardTemplates.contents([template.uuid])
  const ticketTo = yield* activityOfTicket(template, terms)
  const issuing: Issuing = { template, organization, treasury, content, activity, ticketTo }
  return issuing
})

const activityOfTicket = step(function* (template: RewardTemplate, terms: TicketTerms | null) {
  const uuid = terms?.activityUuid ?? template.activityUuid
  if (uuid === undefined || terms === null) return undefined
  const tx = yield* Tx
  const activity = yield* tx.activities.find(uuid)
  if (activity?.organizationUuid !== template.organizationUuid)
    return yield* new Conflict({
      reason: "activity_deleted",
      message: "The activity that this ticket admits to was deleted.",
    })
  return uuid
})

/** What a user is in the organization that issues. */
export const standingOf = step(function* (
  { uuid }: Pick<Organization, "uuid">,
  userUuid: string | undefined,
  now: Date,
) {
  const none: Standing = { user: undefined, membership: undefined, tier: undefined }
  if (userUuid === undefined) return none
  const tx = yield* Tx
  const user = yield* tx.users.find(userUuid)
  const live = yield* tx.memberships.liveOf(uuid, [userUuid], now)
  const membership = live.find(({ endedAt }) => endedAt === undefined)
  const tier = membership === undefined ? undefined : yield* tx.tiers.find(membership.tierUuid)
  const standing: Standing = { user, membership, tier }
  return standing
})

/** {@link standingOf} a receiver whom the reward is for; refuses every other. */
export const permittedStanding = step(function* (
  { template, organization }: Pick<Issuing, "template" | "organization">,
  userUuid: string | undefined,
  now: Date,
) {
  const standing = yield* standingOf(organization, userUuid, now)
  yield* Effect.fromResult(permitReceiver(template, standing, now))
  return standing
})
