import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/users.ts"
import type { UsernameInput } from "../../accounts/inputs.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { sharedRead } from "../../foundation/unit-of-work.ts"
import { shownProfiles } from "../steps.ts"

/**
 * Returns the public profile of a user: the primary page, or the names and image of the account
 * while there is none or it is locked. `NotFound` for an unknown name, an organization's, and that
 * of a deleted or disabled user.
 */
export const getProfile = step(function* (caller: Caller, input: UsernameInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getProfile), caller))
  return yield* sharedRead(function* (tx, now) {
    const user = yield* tx.users.findByUsername(input.username)
    const profiles = yield* shownProfiles(user === undefined ? [] : [user.uuid], now)
    return profiles.get(user?.uuid ?? "") ?? (yield* new NotFound({ what: "user" }))
  })
})
