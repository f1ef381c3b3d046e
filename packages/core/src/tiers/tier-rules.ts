import { Result } from "effect"
import { Conflict } from "../foundation/errors/refusals.ts"
import { patched } from "../foundation/kernel/patched.ts"
import type { Tier, TierMembers } from "./tier.ts"

/** What changes of a tier; undefined leaves a field, `null` clears it. The slug never changes. */
export interface TierChange {
  /** 1 to 191 characters. The slug stays. */
  readonly name?: string | undefined
  /** At most 2,000 characters. */
  readonly description?: string | null | undefined
  /** Minor units of `currency` per term; 0 is free. */
  readonly priceCents?: number | undefined
  /** ISO 4217, upper case. */
  readonly currency?: string | undefined
  /** The length of a term. */
  readonly paymentInterval?: Tier["paymentInterval"] | undefined
  /** A `private` tier is shown to staff and to those on it. */
  readonly visibility?: Tier["visibility"] | undefined
  /** At most 50 texts of at most 200 characters; replaced as a whole. */
  readonly inclusions?: readonly string[] | undefined
  /** At most 100, by key; replaced as a whole. */
  readonly entitlements?: Tier["entitlements"] | undefined
  /** In ten-thousandths: 10,000 multiplies by one. */
  readonly rewardPointsMultiplierTenThousandths?: number | undefined
  /**
   * Whole days that a lapsed membership stays renewable, 0 to 365; `null` takes the default of the
   * interval.
   */
  readonly gracePeriodDays?: number | null | undefined
  /** Uuid of an image that is a file of the organization. */
  readonly imageFileUuid?: string | null | undefined
  /** From 0; tiers are shown in this order. */
  readonly position?: number | undefined
}

/**
 * The tier with its change. Says nothing of whether it may be made: see {@link permitTierChange}.
 */
export const changedTier = (tier: Tier, change: TierChange, now: Date): Tier => ({
  ...tier,
  name: change.name ?? tier.name,
  description: patched(tier.description, change.description),
  priceCents: change.priceCents ?? tier.priceCents,
  currency: change.currency ?? tier.currency,
  paymentInterval: change.paymentInterval ?? tier.paymentInterval,
  visibility: change.visibility ?? tier.visibility,
  inclusions: change.inclusions ?? tier.inclusions,
  entitlements: change.entitlements ?? tier.entitlements,
  rewardPointsMultiplierTenThousandths:
    change.rewardPointsMultiplierTenThousandths ?? tier.rewardPointsMultiplierTenThousandths,
  gracePeriodDays: patched(tier.gracePeriodDays, change.gracePeriodDays),
  imageFileUuid: patched(tier.imageFileUuid, change.imageFileUuid),
  position: change.position ?? tier.position,
  updatedAt: now,
})

/**
 * What of a change the tier's live members stand in the way of, by field name of the wire: what
 * they paid is in the tier's currency, and a term that ends cannot become one that does not, or the
 * other way round. Everything else may change under them: a price or another recurring interval
 * holds from their next renewal on.
 */
export const fieldsHeldByMembers = (
  before: Tier,
  after: Tier,
): readonly ("currency" | "payment_interval")[] => {
  const isOneTime = ({ paymentInterval }: Tier): boolean => paymentInterval === "one_time"
  return [
    ...(before.currency === after.currency ? [] : (["currency"] as const)),
    ...(isOneTime(before) === isOneTime(after) ? [] : (["payment_interval"] as const)),
  ]
}

/** Refuses a change that the tier's live members stand in the way of. */
export const permitTierChange = (
  before: Tier,
  after: Tier,
  members: TierMembers,
): Result.Result<void, Conflict> => {
  const fields = fieldsHeldByMembers(before, after)
  const memberships = liveOn(members)
  if (fields.length === 0 || memberships === 0) return Result.void
  return Result.fail(
    new Conflict({
      reason: "members_on_tier",
      message: `${fields.join(" and ")} cannot change this way while the tier has members. Move them to another tier first.`,
      details: { fields, memberships },
    }),
  )
}

/**
 * What of a change waits until a move from or to the tier is over, by field name of the wire: all
 * that members' time is counted by, so that all members who move are judged alike, whenever their
 * turn comes.
 */
export const fieldsHeldByMove = (before: Tier, after: Tier): readonly string[] =>
  Object.entries(countedBy).flatMap(([field, name]) =>
    before[name] === after[name] ? [] : [field],
  )

const countedBy = {
  price_cents: "priceCents",
  currency: "currency",
  payment_interval: "paymentInterval",
  grace_period_days: "gracePeriodDays",
} as const satisfies Record<string, keyof Tier>

/** The two ends of a move of members that has not finished. */
export interface RunningMove {
  readonly fromTierUuid: string
  readonly toTierUuid: string
}

/**
 * Refuses what has to wait while members are on their way from or to one of the tiers. `running`
 * are the organization's moves.
 */
export const permitWhileMoving = (
  running: readonly RunningMove[],
  tierUuids: readonly string[],
): Result.Result<void, Conflict> => {
  const found = running.find(
    ({ fromTierUuid, toTierUuid }) =>
      tierUuids.includes(fromTierUuid) || tierUuids.includes(toTierUuid),
  )
  if (found === undefined) return Result.void
  return Result.fail(
    new Conflict({
      reason: "move_running",
      message: "Members are moving from or to the tier. Wait until the move is done.",
      details: { from_tier_uuid: found.fromTierUuid, to_tier_uuid: found.toTierUuid },
    }),
  )
}

/** What stands in the way of deleting a tier. */
export interface TierBlockers {
  /** Live memberships on it, lapsed ones too: they could be renewed there. */
  readonly memberships: number
  /** Issued cards that grant it. */
  readonly cards: number
  /** Card models that name it. They do not block: deleting the tier unlinks them. */
  readonly cardModels: number
}

/** All memberships of a tier that can still be renewed as themselves. */
export const liveOn = ({ active, lapsed }: TierMembers): number => active + lapsed

/** Refuses to delete a tier that a user is on, or that a card grants. */
export const permitTierDelete = (blockers: TierBlockers): Result.Result<void, Conflict> => {
  const { memberships, cards, cardModels } = blockers
  if (memberships === 0 && cards === 0) return Result.void
  return Result.fail(
    new Conflict({
      reason: "tier_in_use",
      message:
        "The tier is in use. Move its members to another tier, and change or withdraw its cards.",
      details: { memberships, cards, card_models: cardModels },
    }),
  )
}

/**
 * The tier as it is kept once deleted, for the rows that refer to it: no caller sees it again, and
 * its slug stays taken.
 */
export const deletedTier = (tier: Tier, now: Date): Tier => ({
  ...tier,
  updatedAt: now,
  deletedAt: now,
})

/** Who looks at a tier: the organization's staff, or a user who may be on it. */
export interface TierReader {
  readonly isStaff: boolean
  /** The tier of their live membership in the organization. */
  readonly tierUuid: string | undefined
}

/**
 * Whether a tier is there for a reader: a private one is for staff, and for those who are on it.
 */
export const maySeeTier = (tier: Tier, { isStaff, tierUuid }: TierReader): boolean =>
  tier.deletedAt === undefined &&
  (tier.visibility === "public" || isStaff || tier.uuid === tierUuid)
