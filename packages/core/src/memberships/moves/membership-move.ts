import type { Actor } from "../../foundation/access/actor.ts"
import type { MoveTerms } from "../machine/moving.ts"

/** Names the job that moves them. */
export const membershipMoveKind = "membership-move"

/**
 * All members of a tier on their way to another. What was asked is fixed; how far it has come is
 * not.
 */
export interface MembershipMove extends MoveTerms {
  readonly uuid: string
  readonly organizationUuid: string
  readonly fromTierUuid: string
  readonly toTierUuid: string
  readonly by: Actor
  /** Whether the platform's own staff asked for it: its events say so. */
  readonly isByServiceStaff: boolean
  /** When it was asked for: every member is judged as of then. */
  readonly asOf: Date
  /** The last membership that was looked at; undefined before the first. */
  readonly reachedUuid: string | undefined
  readonly movedCount: number
  readonly skippedCount: number
  /** Undefined while it runs. */
  readonly finishedAt: Date | undefined
}

/** How members are moved, tier by tier. */
export interface MembershipMoveRepository {
  readonly add: (move: MembershipMove) => Promise<void>
  readonly find: (uuid: string) => Promise<MembershipMove | undefined>
  /** Finds a move and locks it until the transaction ends. In a read it locks nothing. */
  readonly lock: (uuid: string) => Promise<MembershipMove | undefined>
  /** Writes it over the one of the same uuid; `false` when there is none. */
  readonly change: (move: MembershipMove) => Promise<boolean>
  /** Those of an organization that have not finished, in ascending order of uuid: there are few. */
  readonly running: (organizationUuid: string) => Promise<readonly MembershipMove[]>
}
