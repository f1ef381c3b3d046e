import { isOpen } from "../organizations/invitation.ts"
import type { InvitationRepository } from "../organizations/invitation-repository.ts"
import { compare, pageOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

export const invitations = (tables: Tables): InvitationRepository => ({
  add: async (invitation) => addNew(tables.invitations, invitation, "invitation"),
  find: async (uuid) => tables.invitations.get(uuid),
  findByToken: async (tokenHash) => tables.invitations.at(tokenHash),
  list: async (organizationUuid, now, page) =>
    pageOf(
      tables.invitations
        .rows()
        .filter((row) => row.organizationUuid === organizationUuid && isOpen(row, now)),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    ),
  settle: async (uuid, settlement, settledAt) => {
    const invitation = tables.invitations.get(uuid)
    if (invitation === undefined || invitation.settledAt !== undefined) return false
    tables.invitations.put({ ...invitation, settlement, settledAt })
    return true
  },
  sweep: async (before, limit) => {
    const old = tables.invitations
      .rows()
      .filter(({ expiresAt }) => expiresAt < before)
      .toSorted((a, b) => compare(a.expiresAt, b.expiresAt))
      .slice(0, limit)
    for (const { uuid } of old) tables.invitations.delete(uuid)
    return old.length
  },
})
