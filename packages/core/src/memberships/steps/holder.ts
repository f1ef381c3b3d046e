import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { Invalid } from "../../foundation/errors/refusals.ts"
import type { OwnMembershipInput } from "../inputs.ts"
import { step } from "../../foundation/step.ts"

/**
 * The user whose own membership is meant. A caller who is not a user is refused by the endpoint's
 * access.
 */
export const holderOf = step(function* (
  caller: Caller,
  { userUuid }: Pick<OwnMembershipInput, "userUuid">,
) {
  if (caller.kind !== "host") return actingUser(caller) ?? ""
  return userUuid ?? (yield* new Invalid({ errors: { user_uuid: "says for whom it is asked" } }))
})
