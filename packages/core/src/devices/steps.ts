import { Effect } from "effect"
import { Tx } from "../unit-of-work.ts"
import type { DoorClaims } from "./door-token.ts"

/** The device that a verified door token tells of, and what decides whether it lives; undefined when it was forgotten. */
export const deviceOfToken = Effect.fnUntraced(function* (claims: Pick<DoorClaims, "jti">) {
  const tx = yield* Tx
  return yield* tx.devices.find(claims.jti)
})
