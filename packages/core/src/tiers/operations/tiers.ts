import { Effect } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/tiers.ts"
import { holdImages } from "../../files/steps.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { isLive } from "../../memberships/membership.ts"
import type { Organization } from "../../organizations/organization.ts"
import { hasRole, organizationFor, writeUnderSlug } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { lockTier, refuseWhileMoving, tierOf, usageOf } from "../steps.ts"
import { defaultTier, type Tier, type TierMembers } from "../tier.ts"
import {
  deletedTier,
  maySeeTier,
  permitTierDelete,
  type TierBlockers,
  type TierReader,
} from "../tier-rules.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { CreateTierInput, ListTiersInput, TierInput } from "../inputs.ts"

/** A tier with what is counted of it. */
export interface TierView {
  readonly tier: Tier
  readonly members: TierMembers
  /** For the organization's staff alone; undefined for all other callers. */
  readonly blockers: TierBlockers | undefined
}

/**
 * Creates a tier. Defaults: price 0, currency PHP, interval `one_time`, visibility `public`,
 * position 0. Its slug is derived from the name, with a suffix if the organization has that slug
 * already.
 */
export const create = step(function* (
  caller: Caller,
  { organization: path, ...input }: CreateTierInput,
) {
  yield* Effect.fromResult(
    permitTexts({ line: { name: input.name }, prose: { description: input.description } }),
  )
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.createTier.access, path)
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [organization.uuid])
    const base = {
      ...defaultTier,
      ...input,
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      createdAt: now,
      updatedAt: undefined,
      deletedAt: undefined,
    }
    const slug = yield* writeUnderSlug(input.name, (free) => tx.tiers.add({ ...base, slug: free }))
    const tier: Tier = { ...base, slug }
    return tier
  })
})

/** Lists an organization's tiers. Only staff and the members of a private tier see it. */
export const list = listing(function* (caller: Caller, input: ListTiersInput) {
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listTiers.access,
      input.organization,
    )
    const { isStaff, tierUuid } = yield* readerOf(caller, organization, now)
    const of = {
      organizationUuid: organization.uuid,
      ...(input.visibility === undefined ? {} : { visibility: input.visibility }),
      ...(isStaff ? {} : { privateAmong: tierUuid === undefined ? [] : [tierUuid] }),
    }
    return yield* tx.tiers.list(of, input.page)
  })
})

/**
 * Returns a tier with its number of members. Only staff and the members of a private tier see it.
 * `NotFound` for a deleted tier.
 */
export const get = step(function* (caller: Caller, input: TierInput) {
  return yield* read(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.getTier.access,
      input.organization,
    )
    const tier = yield* tierOf(organization, input.tierUuid)
    const reader = yield* readerOf(caller, organization, now)
    if (!maySeeTier(tier, reader)) return yield* new NotFound({ what: "membership tier" })
    const { members, blockers } = yield* usageOf(tier.uuid, now)
    const view: TierView = { tier, members, blockers: reader.isStaff ? blockers : undefined }
    return view
  })
})

const readerOf = step(function* (caller: Caller, organization: Organization, now: Date) {
  const tx = yield* Tx
  if (yield* hasRole(caller, organization, "staff"))
    return { isStaff: true, tierUuid: undefined } satisfies TierReader
  const userUuid = actingUser(caller)
  const open =
    userUuid === undefined ? undefined : yield* tx.memberships.findOpen(organization.uuid, userUuid)
  const tierUuid = open !== undefined && isLive(open, now) ? open.tierUuid : undefined
  return { isStaff: false, tierUuid } satisfies TierReader
})

const deleteTier = step(function* (caller: Caller, input: TierInput) {
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.deleteTier.access,
      input.organization,
    )
    const tier = yield* lockTier(organization, input.tierUuid)
    yield* refuseWhileMoving(organization, [tier.uuid])
    yield* Effect.fromResult(permitTierDelete((yield* usageOf(tier.uuid, now)).blockers))
    const deleted = deletedTier(tier, now)
    yield* tx.tiers.change(deleted)
    yield* tx.cardModels.unlinkTier(tier.uuid, now)
    return deleted
  })
})
export {
  /**
   * Deletes a tier without members and returns its stored row. To retire a tier: make it private,
   * move its members, delete it.
   */
  deleteTier as delete,
}
