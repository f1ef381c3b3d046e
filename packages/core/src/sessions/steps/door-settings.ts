import { Effect } from "effect"
import type { DoorSettings } from "../door-settings.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { checkedSettings, type DoorOf, namesAnother, type SentSettings } from "../settings.ts"

/**
 * The door that sent settings make over the inherited ones, for a session or an activity; refused
 * when they make none.
 */
export const doorSettings = step(function* (
  inherited: DoorSettings,
  sent: SentSettings,
  of: DoorOf,
) {
  const tx = yield* Tx
  const isNamed = namesAnother(inherited, sent) && typeof sent.ticketTemplateUuid === "string"
  const found = isNamed ? yield* tx.rewardTemplates.find(sent.ticketTemplateUuid) : undefined
  // By uuid alone: what stands in the row is the template's uuid.
  const template = found?.uuid === sent.ticketTemplateUuid ? found : undefined
  return yield* Effect.fromResult(checkedSettings(inherited, sent, template, of))
})
