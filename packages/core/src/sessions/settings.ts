import { Result } from "effect"
import type { DoorSettings } from "../activities/activity.ts"
import { BadRequest, Invalid } from "../errors/refusals.ts"

/** Door settings as somebody sent them: what is left out is inherited, `null` clears. */
export type SentSettings = { readonly [Name in keyof DoorSettings]?: DoorSettings[Name] | null | undefined }

/** The sent settings over the inherited ones, or why they do not make a door. */
export const checkedSettings = (inherited: DoorSettings, sent: SentSettings): Result.Result<DoorSettings, BadRequest | Invalid> => {
  const door: DoorSettings = {
    requiresTicket: sent.requiresTicket ?? inherited.requiresTicket,
    ticketTemplateUuid: sentOr(sent.ticketTemplateUuid, inherited.ticketTemplateUuid),
    requiredEntitlement: sentOr(sent.requiredEntitlement, inherited.requiredEntitlement),
    maxAttendees: sentOr(sent.maxAttendees, inherited.maxAttendees),
    enforcesCheckinWindow: sent.enforcesCheckinWindow ?? inherited.enforcesCheckinWindow,
    allowReentry: sent.allowReentry ?? inherited.allowReentry,
    admitsFrozenCards: sent.admitsFrozenCards ?? inherited.admitsFrozenCards,
  }
  // There are no reward templates yet, so none can be named.
  if (door.ticketTemplateUuid !== undefined)
    return Result.fail(new Invalid({ errors: { ticket_template_uuid: "there is no such reward template" } }))
  if (door.requiresTicket)
    return Result.fail(new BadRequest({ field: "requires_ticket", reason: "A ticket cannot be required while none is named." }))
  return Result.succeed(door)
}

const sentOr = <T>(sent: T | null | undefined, inherited: T | undefined): T | undefined => (sent === null ? undefined : (sent ?? inherited))
