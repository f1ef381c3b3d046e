/** Settings an activity hands on to its sessions as defaults. */
export interface DoorSettings {
  readonly requiresTicket: boolean
  readonly ticketTemplateUuid: string | undefined
  /**
   * `member` for any active member, else a key the member's tier must grant; undefined lets anybody
   * in.
   */
  readonly requiredEntitlement: string | undefined
  /** Seats; undefined is uncapped. */
  readonly maxAttendees: number | undefined
  readonly enforcesCheckinWindow: boolean
  readonly allowReentry: boolean
  readonly admitsFrozenCards: boolean
}

export const defaultDoorSettings: DoorSettings = {
  requiresTicket: false,
  ticketTemplateUuid: undefined,
  requiredEntitlement: undefined,
  maxAttendees: undefined,
  enforcesCheckinWindow: true,
  allowReentry: false,
  admitsFrozenCards: false,
}
