/** On what terms a ticket is held: those its template had when it was issued. Plain JSON. */
export interface TicketTerms {
  /** The activity that it admits to; `null` for the template's, or for any. */
  readonly activityUuid: string | null
  /** Whether its holder may hand it on. */
  readonly isTransferable: boolean
  /** How often it may be handed on; `null` for any number. */
  readonly transferLimit: number | null
  /** Until when it may be handed on, ISO 8601; `null` for any time. */
  readonly transferUntil: string | null
}
