import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/tiers.ts"
import type { PageRequest } from "../kernel/page.ts"
import { isSlug, slugOf, withSuffix } from "../kernel/slug.ts"
import { isOnTeam, organizationFor } from "../organizations/steps.ts"
import { Ports, read, transact } from "../unit-of-work.ts"
import { defaultTier, type Tier, type Visibility } from "./tier.ts"

/** What is asked for. */
export interface CreateTier extends Partial<Pick<Tier, keyof typeof defaultTier>> {
  readonly organization: string
  readonly name: string
}

/** Makes a tier; its slug follows from the name, with a suffix where the organization has that slug already. */
export const create = Effect.fnUntraced(function* (caller: Caller, { organization: path, ...input }: CreateTier) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.createMembershipTier.access, path)
    const base = {
      ...defaultTier,
      ...input,
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      createdAt: now,
      updatedAt: undefined,
      deletedAt: undefined,
    }
    let tier: Tier = { ...base, slug: slugOf(input.name) }
    while (!isSlug(tier.slug) || !(yield* tx.tiers.add(tier))) tier = { ...base, slug: withSuffix(slugOf(input.name), ids.suffix()) }
    return tier
  })
})

/** An organization's tiers; private ones are shown to its team alone. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly organization: string
    readonly visibility?: Visibility | undefined
    readonly page: PageRequest<"created_at" | "name" | "price_cents">
  },
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, endpoints.listMembershipTiers.access, input.organization)
    const visibility = (yield* isOnTeam(caller, organization)) ? input.visibility : "public"
    if (input.visibility === "private" && visibility === "public") return { items: [], totalItems: 0 }
    const of = { organizationUuid: organization.uuid, ...(visibility === undefined ? {} : { visibility }) }
    return yield* tx.tiers.list(of, input.page)
  })
})
