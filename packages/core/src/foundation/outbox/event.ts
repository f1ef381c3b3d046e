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
  /** The person whom `data` names; undefined where it names nobody. A uuid alone is no name. */
  readonly namedUserUuid: string | undefined
  readonly createdAt: Date
}

/** What events say of a person by name. */
const names = ["username", "first_name", "last_name"]

/**
 * The event without the names of its person: null where they stood. What the receiver needs to find
 * its own row, the uuid and the address of the wallet, stays.
 */
export const withoutNames = (event: OutboxEvent): OutboxEvent => ({
  ...event,
  namedUserUuid: undefined,
  data: Object.fromEntries(
    Object.entries(event.data).map(([field, value]) => [
      field,
      names.includes(field) ? null : value,
    ]),
  ),
})
