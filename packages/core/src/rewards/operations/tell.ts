import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/reward-triggers.ts"
import { Conflict, IdempotencyConflict, Invalid } from "../../foundation/errors/refusals.ts"
import type { JsonObject } from "../../foundation/kernel/json.ts"
import { asResult, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { Resolved } from "../../identifiers/identifier.ts"
import { namedUser, resolve } from "../../identifiers/steps.ts"
import { concludeFiring } from "../prepare-firing.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { templateFor } from "../steps.ts"
import { eventKey } from "../triggers/count.ts"
import {
  type HeardHappening,
  heardBy,
  subjectText,
  type TriggerSubject,
} from "../triggers/happening.ts"
import type { TriggerRewardInput } from "../triggers/inputs.ts"
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

/** A firing after its reward was issued or refused; still pending where a job tries it again. */
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
