import { IdentifierUnresolved } from "../../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { namedUser, resolve } from "../../identifiers/steps.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"

/**
 * The person that an identifier leads to; a refusal names the `field` that it came in. The address
 * of a wallet names nobody here: it stands in a public log, and whoever is added becomes known by name.
 */
export const memberNamed = step(function* (member: IdentifierRef, field: string) {
  if (member.type === "wallet") return yield* new IdentifierUnresolved({ field })
  const tx = yield* Tx
  const named = namedUser(yield* resolve(member, field))
  const user = named === undefined ? undefined : yield* tx.users.find(named.userUuid)
  return user ?? (yield* new IdentifierUnresolved({ field }))
})
