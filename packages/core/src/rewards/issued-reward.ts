import { Result } from "effect"
import type { User } from "../accounts/user.ts"
import { MembershipRequired } from "../foundation/errors/refusals.ts"
import { decimalOf } from "../foundation/kernel/decimal.ts"
import type { Origin, OutboxEvent } from "../foundation/outbox/event.ts"
import type { TransactionStatus } from "../ledger-proof/status.ts"
import type { Issuance } from "../ledger/supplies/issuance.ts"
import { isActive, type Membership } from "../memberships/membership.ts"
import { refusedBecause } from "../memberships/entitlements.ts"
import type { Tier } from "../tiers/tier.ts"
import type { RewardTemplate } from "./reward-template.ts"

/** A reward that was issued, as its receiver and its organization see it. */
export interface IssuedRewardView {
  /** Undefined until the content of an external reward has come. */
  readonly transactionId: string | undefined
  readonly status: TransactionStatus
  /** The delivery that asks for the content of an external reward. */
  readonly deliveryUuid: string | undefined
  readonly walletAddress: string
  readonly rewardTemplateUuid: string
  /** Points that came with it, after the multiplier of the receiver's tier. */
  readonly points: number
  /** How many can still be issued; undefined for any number. */
  readonly supplyRemaining: number | undefined
  /** `true` when the same request under the same key had issued it before. */
  readonly replayed: boolean
}

/** Who receives a reward, and what they are in the organization that issues it. */
export interface RewardReceiver {
  readonly walletAddress: string
  /** Undefined for a wallet that does not name its person to the organization. */
  readonly userUuid: string | undefined
  readonly membership: Membership | undefined
  readonly tier: Tier | undefined
}

/** One, in ten-thousandths. */
const one = 10_000

/** What a receiver's points are multiplied by, in ten-thousandths: that of an active member's tier. */
export const multiplierOf = (
  { membership, tier }: Pick<RewardReceiver, "membership" | "tier">,
  now: Date,
): number =>
  membership !== undefined && tier !== undefined && isActive(membership, now)
    ? tier.rewardPointsMultiplierTenThousandths
    : one

/** Points times a multiplier in ten-thousandths, rounded down; exact. */
export const multipliedPoints = (points: number, tenThousandths: number): number =>
  Number((BigInt(points) * BigInt(tenThousandths)) / BigInt(one))

/**
 * Refuses a receiver whose membership does not grant what the reward requires. It does not tell who
 * they are in the organization.
 */
export const permitReceiver = (
  { requiredEntitlement: key }: Pick<RewardTemplate, "requiredEntitlement">,
  { membership, tier }: Pick<RewardReceiver, "membership" | "tier">,
  now: Date,
): Result.Result<void, MembershipRequired> =>
  key === undefined || refusedBecause(membership, tier, key, now) === undefined
    ? Result.void
    : Result.fail(new MembershipRequired({ entitlement: key }))

/** What stands in the tags of a reward's transaction, for the wallets at its ends. */
export const rewardTags = (
  { uuid, points }: Pick<RewardTemplate, "uuid" | "points">,
  tenThousandths: number,
): readonly string[] => [
  `reward:${uuid}`,
  ...(points === 0 || tenThousandths === one ? [] : [`multiplier:${decimalOf(tenThousandths)}`]),
]

/** What tells an organization that a reward arrived. */
export const redeemedEvent = ({
  uuid,
  issuance,
  organizationUuid,
  origin,
  user,
  isNamed,
}: {
  readonly uuid: string
  readonly issuance: Issuance
  readonly organizationUuid: string
  readonly origin: Origin
  /** Undefined where the wallet alone is the receiver, whoever is behind it. */
  readonly user: User | undefined
  /** Whether the organization knows the person, or they took the reward themselves. */
  readonly isNamed: boolean
}): OutboxEvent => ({
  uuid,
  type: "reward.redeemed",
  organizationUuid,
  data: {
    origin,
    schema_version: 1,
    wallet_address: issuance.walletAddress,
    user_id: user?.uuid ?? null,
    username: isNamed ? (user?.username ?? null) : null,
    first_name: isNamed ? (user?.firstName ?? null) : null,
    last_name: isNamed ? (user?.lastName ?? null) : null,
    account_type: user?.accountType ?? "user",
    reward_template_id: issuance.rewardTemplateUuid,
    transaction_id: issuance.transactionId,
    organization_uuid: organizationUuid,
    points: issuance.points,
  },
  namedUserUuid: isNamed ? user?.uuid : undefined,
  createdAt: issuance.createdAt,
})
