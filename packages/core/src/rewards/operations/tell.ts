import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/reward-triggers.ts"
import {
  Conflict,
  IdempotencyConflict,
  Invalid,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import type { JsonObject } from "../../foundation/kernel/json.ts"
import { asResult, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { IdentifierRef, Resolved } from "../../identifiers/identifier.ts"
import { namedUser, resolve } from "../../identifiers/steps.ts"
import { replayed, type RequestKey } from "../../ledger/commit/posting-change.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import { organizationOf } from "../../organizations/steps.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { claimed } from "../issuing.ts"
import { type Issue, issueReward } from "../prepare-issue.ts"
import { prepareDelivery } from "../prepare-request.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { openTicketWallet, templateFor, ticketWallet } from "../steps.ts"
import { issuingOf, permittedStanding } from "../steps/issuing.ts"
import { settleFiring } from "../steps/firings.ts"
import { requestReward } from "../steps/requesting.ts"
import { eventKey } from "../triggers/count.ts"
import { ended, isPassing } from "../triggers/firing.ts"
import {
  type HeardHappening,
  heardBy,
  subjectText,
  type TriggerSubject,
} from "../triggers/happening.ts"
import type { IssueFiredInput, TriggerRewardInput } from "../triggers/inputs.ts"
import type { ToldOutcome, ToldOutcomes } from "../triggers/results.ts"
import {
  listenersOf,
  type RewardTrigger,
  type TriggerFacts,
  type TriggerFiring,
} from "../triggers/reward-trigger.ts"
import { countHeard } from "../triggers/steps.ts"
import { isTriggerEvent, type TriggerEvent, triggerFacts } from "../triggers/trigger-events.ts"
import { scopeText } from "../triggers/trigger-scope.ts"

/** Rewards are issued at once; if that breaks off, a job does it so much later. */
const issueLaterMs = 30_000

/**
 * Tells that an event happened, which the triggers of this reward count, and issues it where they
 * fire. The same event again answers what it led to. `Invalid` for an unknown event;
 * `IdempotencyConflict` for an event of another person; `Conflict` for a reward that is not issued.
 */
export const trigger = Effect.fnUntraced(function* (caller: Caller, input: TriggerRewardInput) {
  const event = yield* Effect.fromResult(eventOf(input.event))
  const told = yield* transact(function* (tx, now) {
    const { template } = yield* templateFor(caller, accessOf(endpoints.trigger), input.reward)
    yield* permitCounting(template)
    if (input.occurredAt !== undefined && input.occurredAt > now)
      return yield* new Invalid({ errors: { occurred_at: "must not be later than now" } })
    const subject = yield* subjectOf(yield* resolve(input.identifier, "identifier"), input)
    const triggers = yield* tx.rewardTriggers.ofTemplate(template.uuid)
    const heard = heardBy(
      [
        {
          event,
          organizationUuid: template.organizationUuid,
          id: `told:${input.eventId}`,
          subject,
          facts: factsIn(input.metadata),
        },
      ],
      triggers.flatMap(listenersOf),
    )
    const [happening] = heard
    if (happening === undefined) return { triggers: [], firings: [], event }
    yield* permitSameSubject(happening)
    yield* countHeard(heard, now, new Date(now.getTime() + issueLaterMs))
    const firings = yield* tx.rewardTriggers.firingsWith(happening.triggers, happening.id)
    const listening = triggers.filter(({ uuid }) => happening.triggers.includes(uuid))
    return { triggers: listening, firings, event }
  })
  const firings: TriggerFiring[] = []
  for (const firing of told.firings)
    firings.push(firing.outcome === "pending" ? yield* issuedNow(firing) : firing)
  const outcomes: ToldOutcomes = { matched: matchedBy({ ...told, firings }) }
  return outcomes
})

/**
 * Issues the reward of a firing that is pending, or writes down why not. The firing of an external
 * reward asks for its content, and ends with the delivery. Background work does so; a second call
 * does nothing. For the host alone.
 */
export const issueFired = Effect.fnUntraced(function* (
  caller: Caller,
  { firingUuid }: IssueFiredInput,
) {
  yield* Effect.fromResult(permitHost(caller))
  const firing = yield* read(function* (tx) {
    return yield* tx.rewardTriggers.firing(firingUuid)
  })
  if (firing?.outcome === "pending") yield* concludeFiring(firing)
})

/**
 * A firing after its reward was issued or refused; still pending where its content is awaited, or a
 * job tries it again.
 */
const issuedNow = Effect.fnUntraced(function* (firing: TriggerFiring) {
  const result = yield* asResult(concludeFiring(firing))
  return Result.isSuccess(result) ? result.success : firing
})

const eventOf = (name: string): Result.Result<TriggerEvent, Invalid> =>
  isTriggerEvent(name)
    ? Result.succeed(name)
    : Result.fail(
        new Invalid({
          errors: { event: "is no event of the list, and not `custom.` with a name" },
        }),
      )

/** What triggers can be narrowed to, of what the organization says. */
const factsIn = (metadata: JsonObject | undefined): TriggerFacts =>
  Object.fromEntries(
    triggerFacts.flatMap((fact) => {
      const value = metadata?.[fact]
      return typeof value === "string" ? [[fact, value]] : []
    }),
  )

/** Whom it counts for. A wallet that a link names without a name stays one without a name. */
const subjectOf = Effect.fnUntraced(function* (
  found: Resolved,
  { identifier }: TriggerRewardInput,
) {
  const user = namedUser(found)
  const walletAddress = found.walletAddress
  if (user === undefined && walletAddress === undefined)
    return yield* new Invalid({
      errors: { identifier: `names nobody by this ${identifier.type}` },
    })
  const subject: TriggerSubject = { userUuid: user?.userUuid, walletAddress }
  return subject
})

const permitCounting = Effect.fnUntraced(function* ({ status }: RewardTemplate) {
  if (status !== "active")
    return yield* new Conflict({
      reason: status,
      message:
        status === "draft"
          ? "The reward is a draft. Publish it first."
          : "The reward is archived. Restore it first.",
    })
})

/** An event that was counted for somebody else is another event under the same id. */
const permitSameSubject = Effect.fnUntraced(function* (happening: HeardHappening) {
  const { triggers, id, subject } = happening
  const tx = yield* Tx
  yield* tx.rewardTriggers.lockAll(triggers)
  const noted = yield* tx.rewardTriggers.events(triggers.map((uuid) => eventKey(uuid, happening)))
  const other = noted.find((event) => event.subject !== subjectText(subject))
  if (other !== undefined) return yield* new IdempotencyConflict({ key: id })
})

const matchedBy = ({
  triggers,
  firings,
  event,
}: {
  readonly triggers: readonly RewardTrigger[]
  readonly firings: readonly TriggerFiring[]
  readonly event: TriggerEvent
}): readonly ToldOutcome[] =>
  triggers.flatMap((trigger) =>
    trigger.scopes
      .filter((scope) => scope.event === event)
      .map((scope) => {
        const text = scopeText(scope)
        const firing = firings.find((one) => one.triggerUuid === trigger.uuid && one.scope === text)
        return {
          trigger: { uuid: trigger.uuid },
          scope: text,
          outcome: firing === undefined ? "not_matched" : toldOutcome(firing),
          transactionId: firing?.transactionId,
        }
      }),
  )

const toldOutcome = ({ outcome }: TriggerFiring): ToldOutcome["outcome"] =>
  outcome === "issued" || outcome === "deduplicated" || outcome === "pending" ? outcome : "refused"

/**
 * Issues the reward of a firing, once however often it is called, and answers its transaction;
 * undefined while a webhook is asked for its content. It refuses as a redemption does.
 */
const issueFiring = Effect.fnUntraced(function* (firing: TriggerFiring) {
  const identifier = receiverOf(firing)
  const key: RequestKey = {
    outcomeKey: firing.key,
    idempotencyKey: firing.key,
    digest: requestDigest("reward_trigger", { firing: firing.uuid }),
  }
  const found = yield* read(function* (tx, now) {
    const asked = yield* tx.rewardDeliveries.findByKey(key.outcomeKey)
    if (asked !== undefined) return { before: asked }
    const before = yield* tx.ledger.outcome(key.outcomeKey)
    if (before !== undefined) return { before: yield* Effect.fromResult(replayed(before, key)) }
    const template = yield* tx.rewardTemplates.find(firing.rewardTemplateUuid)
    if (template === undefined) return yield* new NotFound({ what: "reward" })
    const organization = yield* organizationOf(template.organizationUuid)
    const issuing = yield* issuingOf({ template, organization })
    const receiver = yield* resolve(identifier, "identifier")
    const userUuid = receiver.kind === "user" ? receiver.userUuid : undefined
    const standing = yield* permittedStanding(issuing, userUuid, now)
    const to = yield* ticketWallet(identifier, organization.uuid, "identifier")
    return { issuing, standing, to }
  })
  if (found.before !== undefined) return transactionOf(found.before)
  const { issuing, standing } = found
  const to = found.to ?? (yield* openWallet(identifier, issuing.organization.uuid))
  const issued = yield* issuedOrRequested({
    ...issuing,
    ...standing,
    to,
    isNamed: firing.userUuid !== undefined,
    issuedBy: "trigger",
    origin: "user_app",
    key,
    metadata: { trigger_uuid: firing.triggerUuid, scope: firing.scope },
    isCounted: true,
  })
  return transactionOf(issued)
})

const transactionOf = ({ transactionId }: { readonly transactionId?: string | undefined }) =>
  transactionId === undefined ? undefined : { transactionId }

/**
 * Issues at once what the service has, and asks the webhook for what it has not. What it answers is
 * issued under another key, so the key of the firing is taken with it: nothing else is issued for
 * the firing, also if the template becomes an internal one meanwhile.
 */
const issuedOrRequested = Effect.fnUntraced(function* (issue: Issue) {
  if (issue.template.content?.storageType !== "external") return yield* issueReward(issue)
  const delivery = yield* prepareDelivery(issue.metadata)
  const once = { key: issue.key.outcomeKey, refusal: claimed }
  return yield* transact(function* (_tx, now) {
    return yield* requestReward({ ...issue, once }, delivery, now)
  })
})

const receiverOf = ({ userUuid, walletAddress = "" }: TriggerFiring): IdentifierRef =>
  userUuid === undefined
    ? { type: "wallet", value: walletAddress }
    : { type: "user_id", value: userUuid }

const openWallet = Effect.fnUntraced(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
) {
  const key = yield* prepareKey()
  return yield* transact(function* (_tx, now) {
    return yield* openTicketWallet(identifier, organizationUuid, key, now, "identifier")
  })
})

/**
 * Issues the reward of a firing that is pending, and writes how it ended. A refusal that passes is
 * not its end: that one is refused here too. While a delivery is asked for, the firing waits for its
 * end.
 */
const concludeFiring = Effect.fnUntraced(function* (firing: TriggerFiring) {
  const result = yield* asResult(issueFiring(firing))
  if (Result.isFailure(result) && isPassing(result.failure)) return yield* result.failure
  return yield* transact(function* (tx, now) {
    const end = Result.isSuccess(result) ? result.success : { refusal: result.failure }
    // Another worker may have asked for it: then what this one was refused is not the end.
    const asked = Result.isFailure(result)
      ? yield* tx.rewardDeliveries.findByKey(firing.key)
      : undefined
    if (end === undefined || asked !== undefined)
      return (yield* tx.rewardTriggers.firing(firing.uuid)) ?? firing
    const conclusion = ended(firing, end, now)
    yield* settleFiring(conclusion)
    return conclusion
  })
})
