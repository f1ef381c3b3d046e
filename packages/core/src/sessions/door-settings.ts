/** Settings an activity hands on to its sessions as defaults. */
export interface DoorSettings {
  /** Whether only users with a valid ticket are admitted. */
  readonly requiresTicket: boolean
  /** Uuid of the reward template whose tickets are valid here. */
  readonly ticketTemplateUuid: string | undefined
  /**
   * `member` for any active member, else a key the member's tier must grant; undefined lets every
   * person in.
   */
  readonly requiredEntitlement: string | undefined
  /** Seats; undefined is uncapped. */
  readonly maxAttendees: number | undefined
  /** Whether the door admits only while its check-in window is open. */
  readonly enforcesCheckinWindow: boolean
  /** Whether a user who was admitted may come in again. */
  readonly allowReentry: boolean
  /** Whether frozen cards are admitted. */
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
