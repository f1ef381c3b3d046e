import { Effect } from "effect"
import type { Caller } from "../foundation/access/caller.ts"
import { permitToken } from "../foundation/access/permit.ts"
import { accessOf } from "../contract/endpoint.ts"
import * as endpoints from "../contract/endpoints/accounts.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import type { NoInput } from "../foundation/kernel/inputs.ts"
import { step } from "../foundation/step.ts"
import { Ports, read } from "../foundation/unit-of-work.ts"
import { exportPerson } from "./export-person.ts"

/**
 * Returns everything that is stored of the calling user as NDJSON, line by line without line ends,
 * and no secret. It is read while the lines are taken: see {@link exportPerson}.
 */
export const exportMe = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.exportMe), caller))
  if (caller.kind !== "user") return yield* new NotFound({ what: "user" })
  const user = yield* read(function* (tx) {
    return yield* tx.users.find(caller.userUuid)
  })
  // Before the first line is asked for: afterwards an answer could only break off.
  if (user === undefined) return yield* new NotFound({ what: "user" })
  const { storage } = yield* Ports
  const lines: AsyncIterable<string> = exportPerson({ storage }, user.uuid)
  return lines
})
