import { type Caller, isServiceStaff } from "../access/caller.ts"

/** Who made a change: a user through the app, or the service's own staff. */
export type Origin = "user_app" | "admin"

export const originOf = (caller: Caller): Origin => (isServiceStaff(caller) ? "admin" : "user_app")

export type EventType =
  | "activity.deleted"
  | "membership.joined"
  | "membership.left"
  | "membership.renewed"
  | "membership.tier_changed"
  | "reward.generate"
  | "reward.redeemed"
  | "webhook.test"

/**
 * Something that happened, written in the transaction that made it happen; deliveries read it from
 * here.
 */
export interface OutboxEvent {
  readonly uuid: string
  readonly type: EventType
  readonly organizationUuid: string
  /**
   * Wire-shaped, since it leaves as it is: exactly the published fields, with `origin` and
   * `schema_version` but for `reward.generate` and `webhook.test`.
   */
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}
