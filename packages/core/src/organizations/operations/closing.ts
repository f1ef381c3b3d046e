import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/organizations.ts"
import { Conflict, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { organizationActor } from "../../memberships/steps/actor.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import { Ports, RequestId, transact, Tx } from "../../foundation/unit-of-work.ts"
import { closingJob } from "../closing.ts"
import type { Organization } from "../organization.ts"
import { authorise, organizationFor } from "../steps.ts"
import type { DeleteOrganizationInput } from "../inputs.ts"

const deleteOrganization = step(function* (caller: Caller, input: DeleteOrganizationInput) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const { access } = endpoints.deleteOrganization
    const found = yield* organizationFor(caller, access, input.organization)
    if (input.confirm !== found.slug)
      return yield* new Invalid({
        errors: { confirm: "must be the slug of the organization that is to be deleted" },
      })
    // Transactions that make a member or open a checkout hold the organization too: what they made
    // is seen from here on, and no more is made.
    const before =
      (yield* tx.organizations.lock(found.uuid)) ?? (yield* new NotFound({ what: "organization" }))
    // It may have been handed over a moment before.
    yield* authorise(caller, access, before)
    yield* refuseWhileBusy(before, now)
    const deleted: Organization = { ...before, updatedAt: now, deletedAt: now }
    yield* tx.organizations.change(deleted)
    yield* removeApps(deleted, now)
    yield* tx.files.removeAllOf(deleted.uuid, now)
    yield* tx.checkouts.cancelOpen({ organizationUuid: deleted.uuid }, now)
    const by = organizationActor(caller)
    const closing = { organizationUuid: deleted.uuid, deletedAt: now, by, origin: originOf(caller) }
    yield* tx.jobs.schedule({ ...closingJob(ids.uuid(), closing), requestId: yield* RequestId })
    return deleted
  })
})
export {
  /**
   * Deletes an organization. From then on it is not found, and its apps, their tokens and its
   * org-scoped tokens are refused. Its memberships end in the background, as of that moment, each
   * with its event. Its members keep the points in their wallets. Refused while members are being
   * moved and while a payment may be under way.
   */
  deleteOrganization as delete,
}

const refuseWhileBusy = step(function* ({ uuid }: Organization, now: Date) {
  const tx = yield* Tx
  const moves = yield* tx.membershipMoves.running(uuid)
  if (moves.length > 0)
    return yield* new Conflict({
      reason: "move_running",
      message: "Members are moving to another tier. Wait until the move is done.",
      details: { moves: moves.length },
    })
  const open = yield* tx.checkouts.countOpen({ organizationUuid: uuid }, now)
  if (open > 0)
    return yield* new Conflict({
      reason: "payments_open",
      message:
        "A checkout is open, and the user may be paying. Wait until it is paid or has expired, or remove the payment connection: that cancels its open checkouts.",
      details: { open_checkouts: open },
    })
})

const appsAtOnce = 100

/** Its apps end as if each had been removed. */
const removeApps = step(function* ({ uuid }: Organization, now: Date) {
  const tx = yield* Tx
  const page = { page: 1, pageSize: appsAtOnce, sortBy: "created_at", sortOrder: "asc" } as const
  // Those that were removed are in no list: the next ones come first.
  for (
    let apps = yield* tx.oauthClients.list(uuid, page);
    apps.items.length > 0;
    apps = yield* tx.oauthClients.list(uuid, page)
  )
    for (const { clientId } of apps.items) {
      const app = yield* tx.oauthClients.lock(clientId)
      if (app !== undefined) yield* tx.oauthClients.change({ ...app, disabledAt: now })
      yield* tx.oauthSessions.endAll({ clientId }, now, "organization_deleted")
    }
})
