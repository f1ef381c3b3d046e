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
import { step } from "../../foundation/step.ts"
import { asResult, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import { type Once, replayed, type RequestKey } from "../../ledger/commit/posting-change.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import { organizationOf } from "../../organizations/steps.ts"
import { openedWallet } from "../../wallets/opened-wallet.ts"
import { issuedOrRequested } from "../issued-or-requested.ts"
import { claimed } from "../issuing.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { templateFor } from "../steps.ts"
import { issuingOf, permittedStanding } from "../steps/issuing.ts"
import { settleFiring } from "../steps/firings.ts"
import { bareReceiver, type Receiver, receiverFor } from "../../identifiers/steps/receivers.ts"
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
export const trigger = step(function* (caller: Caller, input: TriggerRewardInput) {
  const event = yield* Effect.fromResult(eventOf(input.event))
  const told = yield* transact(function* (tx, now) {
    const { template } = yield* templateFor(caller, accessOf(endpoints.trigger), input.reward)
    yield* permitCounting(template)
    if (input.occurredAt !== undefined && input.occurredAt > now)
      return yield* new Invalid({ errors: { occurred_at: "must not be later than now" } })
    const subject = subjectOf(yield* receiverFor(input.identifier, template.organizationUuid, now))
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
export const issueFired = step(function* (caller: Caller, { firingUuid }: IssueFiredInput) {
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
const issuedNow = step(function* (firing: TriggerFiring) {
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

/** Whom it counts for: a user, or a wallet that does not name its person to the organization. */
const subjectOf = ({ userUuid, pointedAt, to }: Receiver): TriggerSubject => ({
  userUuid,
  walletAddress: userUuid === undefined ? to?.address : pointedAt,
})

const permitCounting = step(function* ({ status }: RewardTemplate) {
  if (status === "draft")
    return yield* new Conflict({
      reason: "draft",
      message: "The reward is a draft. Publish it first.",
    })
  if (status === "archived")
    return yield* new Conflict({
      reason: "archived",
      message: "The reward is archived. Restore it first.",
    })
  return
})

/**
 * An event that was counted for somebody else is another event under the same id. One that was
 * counted for a wallet before the wallet named its user is the same.
 */
const permitSameSubject = step(function* (happening: HeardHappening) {
  const { triggers, id, subject } = happening
  const tx = yield* Tx
  yield* tx.rewardTriggers.lockAll(triggers)
  const noted = yield* tx.rewardTriggers.events(triggers.map((uuid) => eventKey(uuid, happening)))
  const same = [subjectText(subject), subjectText({ ...subject, userUuid: undefined })]
  const other = noted.find((event) => !same.includes(event.subject))
  if (other !== undefined) return yield* new IdempotencyConflict({ key: id, field: "event_id" })
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
const issueFiring = step(function* (firing: TriggerFiring) {
  const key: RequestKey = {
    outcomeKey: firing.key,
    idempotencyKey: firing.key,
    digest: requestDigest("reward_trigger", { firing: firing.uuid }),
  }
  const found = yield* sharedRead(function* (tx, now) {
    const asked = yield* tx.rewardDeliveries.findByKey(key.outcomeKey)
    if (asked !== undefined) return { before: asked }
    const before = yield* tx.ledger.outcome(key.outcomeKey)
    if (before !== undefined) return { before: yield* Effect.fromResult(replayed(before, key)) }
    const template = yield* tx.rewardTemplates.find(firing.rewardTemplateUuid)
    if (template === undefined) return yield* new NotFound({ what: "reward" })
    const organization = yield* organizationOf(template.organizationUuid)
    const issuing = yield* issuingOf({ template, organization })
    const receiver = yield* receiverOf(firing, organization.uuid, now)
    const standing = yield* permittedStanding(issuing, receiver.userUuid, now)
    return { issuing, standing, receiver }
  })
  if (found.before !== undefined) return transactionOf(found.before)
  const { issuing, standing, receiver } = found
  const to = yield* openedWallet(receiver, issuing.organization.uuid)
  const issued = yield* issuedOrRequested({
    ...issuing,
    ...standing,
    to,
    issuedBy: "trigger",
    origin: "user_app",
    key,
    once: onceOf(issuing.template, firing),
    metadata: { trigger_uuid: firing.triggerUuid, scope: firing.scope },
    isCounted: true,
  })
  return transactionOf(issued)
})

const transactionOf = ({ transactionId }: { readonly transactionId?: string | undefined }) =>
  transactionId === undefined ? undefined : { transactionId }

/**
 * The content that a webhook answers is issued under another key, so the key of the firing is taken
 * with it: nothing else is issued for the firing, also if the template becomes an internal one
 * meanwhile.
 */
const onceOf = ({ content }: RewardTemplate, { key }: TriggerFiring): Once | undefined =>
  content?.storageType === "external" ? { key, refusal: claimed } : undefined

/** What fired for a wallet goes into it, whomever it names by now. */
const receiverOf = step(function* (
  { userUuid, walletAddress = "" }: TriggerFiring,
  organizationUuid: string,
  now: Date,
) {
  return userUuid === undefined
    ? yield* bareReceiver(walletAddress)
    : yield* receiverFor({ type: "user_id", value: userUuid }, organizationUuid, now)
})

/**
 * Issues the reward of a firing that is pending, and writes how it ended. A refusal that passes is
 * not its end: that one is refused here too. While a delivery is asked for, the firing waits for its
 * end.
 */
const concludeFiring = step(function* (firing: TriggerFiring) {
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
