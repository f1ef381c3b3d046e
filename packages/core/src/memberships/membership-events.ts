import type { Origin, OutboxEvent } from "../foundation/outbox/event.ts"
import type { Happening } from "../rewards/triggers/happening.ts"
import type { Tier } from "../tiers/tier.ts"
import type { EndedBy, Membership } from "./membership.ts"

const schemaVersion = 1

/** An event to be sent: type and data as published, but for what every event carries. */
export type MembershipEvent =
  | { readonly type: "membership.joined"; readonly data: EventOfTier }
  | {
      readonly type: "membership.left"
      readonly data: EventOf & { readonly ended_by: Exclude<EndedBy, "lapsed"> }
    }
  | { readonly type: "membership.renewed"; readonly data: EventOf }
  | { readonly type: "membership.tier_changed"; readonly data: EventOfTier }

interface EventOf {
  readonly user_uuid: string
  readonly organization_uuid: string
}

interface EventOfTier extends EventOf {
  /** Empty when a reversal returned it to a tier that was deleted. */
  readonly tier_slug: string
}

type Of = Pick<Membership, "userUuid" | "organizationUuid">

const eventOf = ({ userUuid, organizationUuid }: Of): EventOf => ({
  user_uuid: userUuid,
  organization_uuid: organizationUuid,
})

/** A membership starts. */
export const joined = (of: Of, tier: Pick<Tier, "slug">): MembershipEvent => ({
  type: "membership.joined",
  data: { ...eventOf(of), tier_slug: tier.slug },
})
/** Its holder leaves or is removed, or the organization closes; never when its time runs out. */
export const left = (of: Of, endedBy: Exclude<EndedBy, "lapsed">): MembershipEvent => ({
  type: "membership.left",
  data: { ...eventOf(of), ended_by: endedBy },
})
/** It goes on for another term. */
export const renewed = (of: Of): MembershipEvent => ({
  type: "membership.renewed",
  data: eventOf(of),
})
/** It moves to another tier; `undefined` is one that is not there any more. */
export const tierChanged = (of: Of, tier: Tier | undefined): MembershipEvent => ({
  type: "membership.tier_changed",
  data: {
    ...eventOf(of),
    tier_slug: tier === undefined || tier.deletedAt !== undefined ? "" : tier.slug,
  },
})

/** The event as it waits to be sent: exactly the published fields. */
export const outboxEvent = (
  uuid: string,
  { type, data }: MembershipEvent,
  origin: Origin,
  now: Date,
): OutboxEvent => ({
  uuid,
  type,
  organizationUuid: data.organization_uuid,
  data: { origin, schema_version: schemaVersion, ...data },
  namedUserUuid: undefined,
  createdAt: now,
})

/** The same for triggers of rewards: it counts for the holder, and tells the tier as it is then. */
export const happeningOf = (
  { uuid, type }: { readonly uuid: string; readonly type: MembershipEvent["type"] },
  { organizationUuid, userUuid, tierUuid }: Of & Pick<Membership, "tierUuid">,
): Happening => ({
  event: type,
  organizationUuid,
  id: uuid,
  subject: { userUuid, walletAddress: undefined },
  facts: { tier_uuid: tierUuid },
})
