import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import type { Activity } from "../../activities/activity.ts"
import * as endpoints from "../../contract/endpoints/console-cards.ts"
import {
  BadRequest,
  Conflict,
  type IdentifierUnresolved,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { canonicalIdentifier } from "../../identifiers/identifier.ts"
import {
  validatePosting,
  arrivingJudgementOf,
  type KeyedPosting,
} from "../../ledger/commit/posting-change.ts"
import {
  requestDigest,
  metaOf,
  outcomeKey,
  postedEntry,
  submitPosting,
} from "../../ledger/commit/submit-posting.ts"
import type { View } from "../../ledger/entries/change.ts"
import type { Posted, Posting, PostRefusal } from "../../ledger/entries/post.ts"
import { noDoorTerms } from "../../ledger/tickets/door-terms.ts"
import { taken } from "../../ledger/supplies/supply.ts"
import type { Organization } from "../../organizations/organization.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { openedWallet } from "../../wallets/opened-wallet.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { templateNamed } from "../steps.ts"
import type { Receiver, TicketHolding } from "../../ledger/tickets/ticket-holding.ts"
import { permittedStanding } from "../steps/issuing.ts"
import { type Receiver as RewardReceiver, receiverFor } from "../../identifiers/steps/receivers.ts"
import type { IssueTicketInput } from "../inputs.ts"

/**
 * Issues a ticket: a ledger entry of amount 0 from the organization's treasury that names the
 * template in its `reference_id` and the activity in a tag. The same request under the same key
 * issues one ticket and returns the same transaction again.
 */
export const issue = step(function* (caller: Caller, input: IssueTicketInput) {
  yield* Effect.fromResult(
    validatePosting({ amount: 0, description: "name" in input.of ? input.of.name : "" }, 0),
  )
  const { ids } = yield* Ports
  const { treasury, organization, named, receiver } = yield* read(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.issue.access, input.organization)
    const treasury = yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
    if (treasury === undefined) return yield* new NotFound({ what: "wallet" })
    const named = yield* ticketNamed(organization, input)
    const receiver = yield* receiverFor(input.to, organization.uuid, now, "to")
    yield* permitBareTicket(named.template, { organization, receiver }, now)
    return { treasury, organization, named, receiver }
  })
  const { activityUuid } = named
  const wanted = { organizationUuid: organization.uuid, activityUuid, name: named.name }
  const to = yield* openedWallet(receiver, organization.uuid)
  const template =
    named.template ??
    (yield* transact(function* (_tx, now) {
      return yield* templateNamed(wanted, now)
    }))
  const posting = postedEntry({
    id: ids.cuid(),
    transactionType: "reward",
    from: treasury.address,
    to: to.address,
    amount: 0,
    referenceId: template.uuid,
    meta: yield* metaOf(
      template.name,
      activityUuid === undefined ? ["ticket"] : ["ticket", `activity:${activityUuid}`],
    ),
  })
  const { idempotencyKey } = input
  const digest = requestDigest("ticket", {
    of: input.of,
    activity_uuid: input.activityUuid ?? "",
    to: { ...canonicalIdentifier(input.to) },
  })
  const keyed = {
    outcomeKey: outcomeKey("ticket", treasury, idempotencyKey),
    idempotencyKey,
    digest,
    ...outOfSupply(posting, { template, activityUuid }),
  }
  return yield* submitPosting({ from: treasury, keyed, isCounted: true })
})

/** The posting of a ticket that takes one of its template's supply. */
const outOfSupply = (
  posting: Posting,
  of: { readonly template: RewardTemplate; readonly activityUuid: string | undefined },
): Pick<
  KeyedPosting<IdentifierUnresolved | PostRefusal>,
  "id" | "needs" | "decide" | "alongside"
> => {
  const judgement = arrivingJudgementOf(posting)
  const { uuid } = of.template
  const supplyAfter = ({ supplies }: View) => {
    const supply = supplies.get(uuid)
    return supply === undefined ? Result.fail(removed) : taken(supply)
  }
  return {
    id: posting.id,
    needs: { ...judgement.needs, supplies: [uuid] },
    decide: (view, signing) =>
      Result.flatMap(
        supplyAfter(view),
        (): Result.Result<Posted, IdentifierUnresolved | PostRefusal> =>
          judgement.decide(view, signing),
      ),
    alongside: (view, { transaction, wallets: [, receiver] }) => {
      const supply = supplyAfter(view)
      return {
        supplies: Result.isSuccess(supply) ? [supply.success] : [],
        tickets: [ticketOf(of, transaction.body.id, receiver, transaction.createdAt)],
      }
    },
  }
}

const removed = new Conflict({
  reason: "archived",
  message: "The ticket is not issued any more.",
})

/** A reward with a content is issued by `redeem`, which seals it; others keep to what they require. */
const permitBareTicket = step(function* (
  template: RewardTemplate | undefined,
  {
    organization,
    receiver,
  }: { readonly organization: Organization; readonly receiver: Pick<RewardReceiver, "userUuid"> },
  now: Date,
) {
  if (template === undefined) return
  if (template.content !== undefined)
    return yield* new Conflict({
      reason: "has_content",
      message: "This reward has a content: issue it with redeem.",
    })
  if (template.requiredEntitlement === undefined) return
  yield* permittedStanding({ template, organization }, receiver.userUuid, now)
})

interface Named {
  readonly template: RewardTemplate | undefined
  readonly activityUuid: string | undefined
  readonly name: string
}

/** The template and the activity that a request names. Those of another organization are absent. */
const ticketNamed = step(function* (
  organization: Organization,
  { of, activityUuid }: IssueTicketInput,
) {
  const tx = yield* Tx
  const activity =
    activityUuid === undefined ? undefined : yield* activityOf(organization, activityUuid)
  if ("name" in of) {
    const template = yield* tx.rewardTemplates.findByName(
      organization.uuid,
      activity?.uuid,
      of.name,
    )
    return { template, activityUuid: activity?.uuid, name: of.name } satisfies Named
  }
  const template = yield* tx.rewardTemplates.find(of.rewardTemplateUuid)
  if (template?.status !== "active" || template.organizationUuid !== organization.uuid)
    return yield* new NotFound({ what: "reward template" })
  if (
    activity !== undefined &&
    template.activityUuid !== undefined &&
    template.activityUuid !== activity.uuid
  )
    return yield* new BadRequest({
      field: "activity_uuid",
      reason:
        "The template belongs to another activity. Send the activity of the template, or leave it out.",
    })
  // Of an activity that was deleted there is nothing to be let in to.
  const own =
    activity ??
    (template.activityUuid === undefined
      ? undefined
      : yield* activityOf(organization, template.activityUuid))
  return { template, activityUuid: own?.uuid, name: template.name } satisfies Named
})

const activityOf = step(function* (organization: Organization, uuid: string) {
  const tx = yield* Tx
  const activity: Activity | undefined = yield* tx.activities.find(uuid)
  return activity?.organizationUuid === organization.uuid
    ? activity
    : yield* new NotFound({ what: "activity" })
})

const ticketOf = (
  {
    template,
    activityUuid,
  }: { readonly template: RewardTemplate; readonly activityUuid: string | undefined },
  id: string,
  receiver: Receiver,
  createdAt: Date,
): TicketHolding => ({
  uid: id,
  organizationUuid: template.organizationUuid,
  rewardTemplateUuid: template.uuid,
  activityUuid,
  walletAddress: receiver.address,
  userUuid: receiver.userUuid,
  transactionId: id,
  state: "valid",
  createdAt,
  updatedAt: undefined,
  terms: undefined,
  ...noDoorTerms,
  transfers: 0,
})
