import type { ProfileData } from "../profiles/profile-data.ts"
import type { Contact, ContactVisit } from "./contact.ts"

/** A registered person, as everybody sees them now. */
export interface ContactPerson {
  readonly username: string
  readonly profile: ProfileData
}

/** The session at which an encounter was. */
export interface SessionContext {
  readonly sessionUuid: string
  readonly sessionName: string
  readonly sessionSlug: string
  readonly activityUuid: string | undefined
  readonly activityName: string | undefined
  readonly organizationUuid: string
  readonly startTime: Date
  readonly endTime: Date
}

/** An encounter with its session. */
export interface ContactVisitView extends ContactVisit {
  /** Undefined where there was none, or it is gone. */
  readonly session: SessionContext | undefined
}

/** A contact as its owner sees it. */
export interface ContactView extends Contact {
  /** The registered person as they are now; undefined for a person without an account. */
  readonly person: ContactPerson | undefined
  /** The session of the first encounter. */
  readonly metAt: SessionContext | undefined
}

/** A contact with all encounters, the latest first. */
export interface ContactWithVisits extends ContactView {
  readonly visits: readonly ContactVisitView[]
}

/** A contact that was saved. */
export interface SavedContact extends ContactWithVisits {
  /** Whether the same request was made before, so that nothing was written. */
  readonly isReplayed: boolean
}
