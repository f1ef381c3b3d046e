import { type Job, workJob } from "../foundation/jobs/job.ts"
import type { Actor } from "../foundation/access/actor.ts"
import type { Origin } from "../foundation/outbox/event.ts"

/**
 * What is to be done after an organization was deleted: its memberships end, and what it did with
 * its cards, as of then.
 */
export interface Closing {
  readonly organizationUuid: string
  readonly deletedAt: Date
  /** Who deleted it, for the histories of its memberships. */
  readonly by: Actor
  readonly origin: Origin
}

/** How far the memberships of a deleted organization have been ended. */
export interface ClosingReached {
  readonly tierUuid: string
  /** The last membership that was looked at there; undefined before the first. */
  readonly after: string | undefined
  /** How many have ended there since then. */
  readonly ended: number
}

/** How far the cards of a deleted organization have been seen to. */
export interface CardsReached {
  /** The identifier of the last frozen card that was looked at; undefined before the first. */
  readonly frozenAfter?: string | undefined
}

/** The kind of job that ends what a deleted organization left. */
export const closingKind = "organization-closing"

/** The job that does it, at once. */
export const closingJob = (
  uuid: string,
  { organizationUuid, deletedAt, by, origin }: Closing,
): Job =>
  workJob({
    uuid,
    kind: closingKind,
    key: `${closingKind} ${organizationUuid}`,
    payload: {
      organization_uuid: organizationUuid,
      deleted_at: deletedAt.toISOString(),
      by_kind: by.kind,
      ...(by.uuid === undefined ? {} : { by_uuid: by.uuid }),
      origin,
    },
    dueAt: deletedAt,
    createdAt: deletedAt,
  })

/** What a job of that kind says. */
export const closingOf = ({ payload }: Pick<Job, "payload">): Closing => {
  const {
    organization_uuid: organizationUuid,
    deleted_at: deletedAt,
    by_kind: kind,
    by_uuid: uuid,
    origin,
  } = payload
  return {
    organizationUuid: String(organizationUuid),
    deletedAt: new Date(String(deletedAt)),
    by: {
      kind: kind === "service" ? "service" : "organization",
      ...(typeof uuid === "string" ? { uuid } : {}),
    },
    origin: origin === "admin" ? "admin" : "user_app",
  }
}
