import { StrandingHolders } from "../foundation/errors/refusals.ts"
import type { Session } from "../sessions/session.ts"

/** How many valid tickets there are of a template. */
export interface ValidTickets {
  readonly rewardTemplateUuid: string
  readonly total: number
}

/** The templates that sessions name, each once. */
export const templatesOf = (
  doors: readonly Pick<Session, "ticketTemplateUuid">[],
): readonly string[] => [
  ...new Set(doors.flatMap(({ ticketTemplateUuid }) => ticketTemplateUuid ?? [])),
]

/**
 * The refusal of a change that would leave holders of `tickets` outside, with the `sessions` that
 * require one; undefined when no such ticket is held.
 */
export const strandingOf = (
  sessions: readonly Pick<Session, "uuid" | "slug" | "ticketTemplateUuid">[],
  tickets: readonly ValidTickets[],
): StrandingHolders | undefined => {
  const totals = new Map(
    tickets.map(({ rewardTemplateUuid, total }) => [rewardTemplateUuid, total]),
  )
  const holders = tickets.reduce((sum, { total }) => sum + total, 0)
  if (holders === 0) return undefined
  const named = sessions.map(({ uuid, slug, ticketTemplateUuid }) => ({
    uuid,
    slug,
    ticketTemplateUuid,
    holders: totals.get(ticketTemplateUuid ?? "") ?? 0,
  }))
  return new StrandingHolders({ holders, sessions: named.filter((session) => session.holders > 0) })
}
