import { Result } from "effect"
import type { DoorSettings } from "./door-settings.ts"
import { BadRequest, Invalid } from "../foundation/errors/refusals.ts"
import { patched } from "../foundation/kernel/patched.ts"
import type { RewardTemplate } from "../rewards/reward-template.ts"

/** Door settings as a caller sent them: what is left out is inherited, `null` clears. */
export type SentSettings = {
  readonly [Name in keyof DoorSettings]?: DoorSettings[Name] | null | undefined
}

/** Whose door it is: its template must be theirs. */
export interface DoorOf {
  readonly organizationUuid: string
  /** Undefined for what is of no activity (yet). */
  readonly activityUuid: string | undefined
}

/** The sent settings over the inherited ones, whether or not they make a door. */
export const settingsOver = (inherited: DoorSettings, sent: SentSettings): DoorSettings => ({
  requiresTicket: sent.requiresTicket ?? inherited.requiresTicket,
  ticketTemplateUuid: patched(inherited.ticketTemplateUuid, sent.ticketTemplateUuid),
  requiredEntitlement: patched(inherited.requiredEntitlement, sent.requiredEntitlement),
  maxAttendees: patched(inherited.maxAttendees, sent.maxAttendees),
  enforcesCheckinWindow: sent.enforcesCheckinWindow ?? inherited.enforcesCheckinWindow,
  allowReentry: sent.allowReentry ?? inherited.allowReentry,
  admitsFrozenCards: sent.admitsFrozenCards ?? inherited.admitsFrozenCards,
})

/**
 * The sent settings over the inherited ones, or why they do not make a door. `template` is what the
 * sent `ticketTemplateUuid` names, if it names another one than is inherited: an inherited one is
 * not checked again, so that an archived one does not block a change.
 */
export const checkedSettings = (
  inherited: DoorSettings,
  sent: SentSettings,
  template: RewardTemplate | undefined,
  of: DoorOf,
): Result.Result<DoorSettings, BadRequest | Invalid> => {
  const fault = namesAnother(inherited, sent) ? faultOf(template, of) : undefined
  if (fault !== undefined)
    return Result.fail(new Invalid({ errors: { ticket_template_uuid: fault } }))
  const door = settingsOver(inherited, sent)
  return lacksTicket(door) ? Result.fail(ticketMissing()) : Result.succeed(door)
}

/** Whether the sent settings name a ticket, and another one than is inherited. */
export const namesAnother = (
  inherited: DoorSettings,
  { ticketTemplateUuid }: SentSettings,
): boolean =>
  typeof ticketTemplateUuid === "string" && ticketTemplateUuid !== inherited.ticketTemplateUuid

/** Whether the gate is on with no ticket to open it. */
export const lacksTicket = ({ requiresTicket, ticketTemplateUuid }: DoorSettings): boolean =>
  requiresTicket && ticketTemplateUuid === undefined

/** Refuses it. `where` says which door it is, when it is not the one that was sent. */
export const ticketMissing = (where = ""): BadRequest =>
  new BadRequest({
    field: "requires_ticket",
    reason: `A ticket cannot be required without a ticket template${where}.`,
  })

const faultOf = (
  template: RewardTemplate | undefined,
  { organizationUuid, activityUuid }: DoorOf,
): string | undefined => {
  if (template?.organizationUuid !== organizationUuid) return "there is no such reward template"
  if (template.status !== "active")
    return `the reward template is ${template.status === "draft" ? "a draft" : "archived"}`
  if (template.activityUuid !== undefined && template.activityUuid !== activityUuid)
    return "the reward template belongs to another activity"
  return undefined
}
