import type { MemberOrder, Membership, MembersOf, Storage } from "@symbolon/core/storage"
import { club } from "./club.ts"
import { allOf, type List } from "./paging.ts"
import { at, numberOf } from "./samples.ts"

/**
 * The members of the club at home as a list; who is current at noon unless a case asks otherwise.
 */
export const members =
  (of: Partial<MembersOf>): List<MemberOrder, Membership> =>
  (tx, page) =>
    tx.memberships.list(
      { organizationUuid: club.home.uuid, filter: "current", at: at(0), ...of },
      page,
    )

/** The numbers that the rows of a list were made from, in the order they were made. */
export const numbers = async (
  storage: Storage,
  list: List<MemberOrder, Membership>,
): Promise<readonly number[]> =>
  (await allOf(storage, list, "created_at")).map(({ uuid }) => numberOf(uuid))

/** A page of one row. */
export const firstOf = (sortBy: MemberOrder) =>
  ({ page: 1, pageSize: 1, sortBy, sortOrder: "asc" }) as const
