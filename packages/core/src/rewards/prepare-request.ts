import type { JsonObject } from "../foundation/kernel/json.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare } from "../foundation/unit-of-work.ts"
import { sealDelivery } from "./deliveries/delivery-secrets.ts"

/** The delivery of an external reward: its uuid, and what is sealed of it. Nothing is stored yet. */
export const prepareDelivery = step(function* (metadata: JsonObject = {}) {
  const { ids, vault } = yield* Ports
  const uuid = ids.uuid()
  const sealed = yield* prepare(() => sealDelivery({ vault, ids }, uuid, { metadata }))
  return { uuid, sealed }
})
