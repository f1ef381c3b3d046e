import { actingUser, type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import type { Actor } from "../../foundation/access/actor.ts"

/**
 * Whom the history names where the organization changes a membership: the person behind the token,
 * else the app.
 */
export const organizationActor = (caller: Caller): Actor => {
  if (caller.kind === "host") return { kind: "organization" }
  return {
    kind: isServiceStaff(caller) ? "service" : "organization",
    uuid: actingUser(caller) ?? caller.clientId,
  }
}
