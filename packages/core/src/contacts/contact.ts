/** How a contact came into a list: its owner saved it, or another person dropped it there. */
export const contactTypes = ["saved", "dropped"] as const
export type ContactType = (typeof contactTypes)[number]

/** A person in the list of one user, the owner. */
export interface Contact {
  readonly uuid: string
  readonly ownerUserUuid: string
  readonly type: ContactType
  /** The user who the contact is; undefined for a person without an account here. */
  readonly contactUserUuid: string | undefined
  /** The user who dropped it; undefined for one that the owner saved first. */
  readonly droppedByUserUuid: string | undefined
  /** The profile page that was shown or given. */
  readonly profilePageUuid: string | undefined
  /** As it was typed. Undefined for a user: their name is always the present one. */
  readonly name: string | undefined
  /** As it was typed; compared in lower case. */
  readonly email: string | undefined
  /** What they do there. */
  readonly jobTitle: string | undefined
  readonly company: string | undefined
  /** The owner's standing note. */
  readonly notes: string | undefined
  readonly visitCount: number
  /** The session of the first encounter, if that was at one. */
  readonly metSessionUuid: string | undefined
  /** When the latest encounter was; {@link createdAt} where there is none. */
  readonly latestAt: Date
  /** When the contact came into the list. */
  readonly createdAt: Date
  /** When the owner saved it; undefined while it is only dropped. */
  readonly savedAt: Date | undefined
  readonly updatedAt: Date | undefined
}

/** One encounter with a contact. */
export interface ContactVisit {
  readonly uuid: string
  readonly contactUuid: string
  readonly ownerUserUuid: string
  readonly visitedAt: Date
  /** What was noted of this encounter. */
  readonly notes: string | undefined
  /** The session at which it was. */
  readonly sessionUuid: string | undefined
  /** The activity of that session. */
  readonly activityUuid: string | undefined
  /** The app that recorded it. */
  readonly viaClientId: string | undefined
  readonly createdAt: Date
}
