import type { Caller } from "../../foundation/access/caller.ts"
import type { User } from "../../accounts/user.ts"
import * as endpoints from "../../contract/endpoints/attendance.ts"
import { sessionFor } from "../../sessions/steps.ts"
import { listing } from "../../foundation/listing.ts"
import { read } from "../../foundation/unit-of-work.ts"
import type { Presence } from "../presence.ts"
import { usersOf } from "../steps/users.ts"
import type { ListSessionAttendeesInput } from "../inputs.ts"
import type { Page } from "../../foundation/kernel/page.ts"

/**
 * A presence with its user: undefined for a card without a holder, or a person whose account was
 * deleted.
 */
export interface PresenceView {
  readonly presence: Presence
  readonly user: User | undefined
}

/** Lists the attendances of a session, undone ones too. */
export const listAttendees = listing(function* (caller: Caller, input: ListSessionAttendeesInput) {
  return yield* read(function* (tx) {
    const { session } = yield* sessionFor(
      caller,
      endpoints.listSessionAttendees.access,
      input.session,
    )
    const of = {
      sessionUuid: session.uuid,
      isUndone: input.isUndone ?? false,
      isDisputed: input.isDisputed,
    }
    const { items, totalItems } = yield* tx.presences.page(of, input.page)
    const users = yield* usersOf(items)
    const views: Page<PresenceView> = {
      items: items.map((presence) => ({ presence, user: users.get(presence.userUuid ?? "") })),
      totalItems,
    }
    return views
  })
})
