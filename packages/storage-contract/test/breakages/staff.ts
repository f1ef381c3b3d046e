import { type Breakage, later, resorted, verbs } from "./breakage.ts"

const listed = "staff: a list is of one team, sorted by joining and by the last change, and paged"
const changed =
  "staff: change overwrites a member of that team, and answers false for whoever is not on it"
const removed = "staff: remove takes a member off that team alone, once, and lets them come back"

export const ofStaff: readonly Breakage[] = [
  verbs("a team is sorted by joining alone", listed, () => (tx) => ({
    staff: {
      ...tx.staff,
      list: (uuid, page) => tx.staff.list(uuid, { ...page, sortBy: "joined_at" }),
    },
  })),
  verbs("who was never changed comes first", listed, () => (tx) => ({
    staff: {
      ...tx.staff,
      list: (uuid, page) =>
        resorted(
          (all) => tx.staff.list(uuid, all),
          page,
          (rows) =>
            page.sortBy === "updated_at"
              ? rows.toSorted(
                  (a, b) => Number(a.updatedAt !== undefined) - Number(b.updatedAt !== undefined),
                )
              : rows,
        ),
    },
  })),
  verbs("change adds whoever is not there", changed, () => (tx) => ({
    staff: {
      ...tx.staff,
      change: async (member) => (await tx.staff.change(member)) || tx.staff.add(member),
    },
  })),
  verbs("change keeps the moment of the last change", changed, () => (tx) => ({
    staff: {
      ...tx.staff,
      change: (member) => tx.staff.change({ ...member, updatedAt: undefined }),
    },
  })),
  verbs("remove is always true", removed, () => (tx) => ({
    staff: {
      ...tx.staff,
      remove: async (uuid, userUuid) => (await tx.staff.remove(uuid, userUuid)) || true,
    },
  })),
  verbs("remove takes a person off every team", removed, () => (tx) => ({
    staff: {
      ...tx.staff,
      remove: async (uuid, userUuid) => {
        const places = await tx.staff.rolesOf(userUuid)
        const wasThere = places.some(({ organizationUuid }) => organizationUuid === uuid)
        for (const { organizationUuid } of places) await tx.staff.remove(organizationUuid, userUuid)
        return wasThere
      },
    },
  })),
  verbs(
    "the owner makes room for another one",
    "staff: a team has one owner after every verb: a second one is rejected",
    () => (tx) => ({
      staff: {
        ...tx.staff,
        change: async (member) => {
          const owner = await tx.staff.owner(member.organizationUuid)
          if (member.role === "owner" && owner !== undefined && owner.userUuid !== member.userUuid)
            await tx.staff.change({ ...owner, role: "manager" })
          return tx.staff.change(member)
        },
      },
    }),
  ),
]

const open =
  "invitations: a list shows what is open of one organization, sorted by creation, and paged"
const settled =
  "invitations: one is settled once, whether it has expired or not, and is still found"

export const ofInvitations: readonly Breakage[] = [
  verbs("an invitation is open a moment too long", open, () => (tx) => ({
    invitations: {
      ...tx.invitations,
      list: (uuid, now, page) => tx.invitations.list(uuid, later(now, -1), page),
    },
  })),
  verbs("an invitation is settled twice", settled, () => (tx) => ({
    invitations: {
      ...tx.invitations,
      settle: async (uuid, how, moment) => {
        await tx.invitations.settle(uuid, how, moment)
        return (await tx.invitations.find(uuid)) !== undefined
      },
    },
  })),
  verbs("an expired invitation cannot be settled", settled, () => (tx) => ({
    invitations: {
      ...tx.invitations,
      settle: async (uuid, how, moment) => {
        const one = await tx.invitations.find(uuid)
        return (
          one !== undefined && moment < one.expiresAt && tx.invitations.settle(uuid, how, moment)
        )
      },
    },
  })),
  verbs("a settled invitation is not found", settled, () => (tx) => ({
    invitations: {
      ...tx.invitations,
      find: async (uuid) => {
        const one = await tx.invitations.find(uuid)
        return one?.settledAt === undefined ? one : undefined
      },
    },
  })),
  verbs(
    "a settled invitation is not found by its token",
    "invitations: found by uuid and by their token's hash, with all fields and with none",
    () => (tx) => ({
      invitations: {
        ...tx.invitations,
        findByToken: async (hash) => {
          const one = await tx.invitations.findByToken(hash)
          return one?.settledAt === undefined ? one : undefined
        },
      },
    }),
  ),
  verbs(
    "an invitation that is added again is ignored",
    "invitations: the same uuid or token cannot be added again",
    () => (tx) => ({
      invitations: {
        ...tx.invitations,
        add: async (one) =>
          (await tx.invitations.find(one.uuid)) === undefined ? tx.invitations.add(one) : undefined,
      },
    }),
  ),
  verbs(
    "a sweep takes invitations that expire at its moment",
    "invitations: sweep forgets those that expired before a moment, at most as many as asked for",
    () => (tx) => ({
      invitations: {
        ...tx.invitations,
        sweep: (before, limit) => tx.invitations.sweep(later(before, 1), limit),
      },
    }),
  ),
]
