import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import { deviceIn, type DoorClaims } from "./door-token.ts"

/**
 * The device that a verified door token tells of, and what decides whether it lives; undefined when
 * the device was forgotten, or has another token by now.
 */
export const deviceOfToken = step(function* (claims: Pick<DoorClaims, "sub" | "jti">) {
  const tx = yield* Tx
  const found = yield* tx.devices.find(deviceIn(claims))
  return found?.device.tokenUuid === claims.jti ? found : undefined
})
