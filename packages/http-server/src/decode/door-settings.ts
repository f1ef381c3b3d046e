import type { activities } from "@symbolon/core/effect"

type SentSettings = NonNullable<Parameters<typeof activities.create>[1]["settings"]>

interface WireSettings {
  readonly requires_ticket?: boolean | undefined
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
}

/** Decodes the door settings of a body: omitted fields are inherited, `null` clears. */
export const sentSettings = (input: WireSettings): SentSettings => ({
  requiresTicket: input.requires_ticket,
  ticketTemplateUuid: input.ticket_template_uuid,
  requiredEntitlement: input.required_entitlement,
  maxAttendees: input.max_attendees,
  enforcesCheckinWindow: input.enforces_checkin_window,
  allowReentry: input.allow_reentry,
  admitsFrozenCards: input.admits_frozen_cards,
})
