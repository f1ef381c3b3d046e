import type {
  KeptEntry,
  MembershipHistoryRepository,
  MembershipTermRepository,
} from "../memberships/history-repository.ts"
import type { MembershipMoveRepository } from "../memberships/moves/membership-move.ts"
import { compare } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const membershipTerms = (tables: Tables): MembershipTermRepository => {
  const of = (membershipUuids: readonly string[]) =>
    tables.membershipTerms
      .rows()
      .filter(({ membershipUuid }) => membershipUuids.includes(membershipUuid))
      .toSorted((a, b) => compare(a.membershipUuid, b.membershipUuid) || a.ordinal - b.ordinal)
  return {
    add: async (terms) => {
      for (const term of terms) addNew(tables.membershipTerms, term, "term")
    },
    of: async (membershipUuids) => of(membershipUuids),
    removeOf: async (membershipUuids) => {
      for (const { membershipUuid, ordinal } of of(membershipUuids))
        tables.membershipTerms.delete(place(membershipUuid, ordinal))
    },
  }
}

export const membershipHistory = (tables: Tables): MembershipHistoryRepository => {
  const all = (uuid: string) =>
    tables.membershipHistory
      .rows()
      .filter(({ membershipUuid }) => membershipUuid === uuid)
      .toSorted(byTime)
  return {
    append: async (entries) => {
      for (const entry of entries) addNew(tables.membershipHistory, entry, "entry")
    },
    all: async (membershipUuid) => all(membershipUuid),
    newest: async (membershipUuid, limit) => all(membershipUuid).toReversed().slice(0, limit),
    rowAsOf: async (organizationUuid, userUuid, at) =>
      tables.membershipHistory
        .rows()
        .filter(
          (entry) =>
            entry.at <= at &&
            entry.after.organizationUuid === organizationUuid &&
            entry.after.userUuid === userUuid,
        )
        .toSorted(
          (a, b) =>
            compare(a.at, b.at) || compare(a.after.createdAt, b.after.createdAt) || byTime(a, b),
        )
        .at(-1)?.after,
    ofPayment: async (paymentRef) =>
      tables.membershipHistory
        .rows()
        .filter((entry) => entry.paymentRef === paymentRef && entry.cause !== "reversal")
        .toSorted((a, b) => compare(a.uuid, b.uuid))[0],
  }
}

const byTime = (a: KeptEntry, b: KeptEntry): number =>
  a.after.revision - b.after.revision || compare(a.at, b.at) || compare(a.uuid, b.uuid)

export const membershipMoves = (tables: Tables): MembershipMoveRepository => ({
  add: async (move) => addNew(tables.membershipMoves, move, "move"),
  find: async (uuid) => tables.membershipMoves.get(uuid),
  lock: async (uuid) => tables.membershipMoves.get(uuid),
  change: async (move) => {
    if (tables.membershipMoves.get(move.uuid) === undefined) return false
    tables.membershipMoves.put(move)
    return true
  },
  running: async (uuid) =>
    tables.membershipMoves
      .rows()
      .filter(
        ({ organizationUuid, finishedAt }) => organizationUuid === uuid && finishedAt === undefined,
      )
      .toSorted((a, b) => compare(a.uuid, b.uuid)),
})
