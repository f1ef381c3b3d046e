import type { Page, PageRequest } from "../kernel/page.ts"
import type { Tier, Visibility } from "./tier.ts"

/** The tiers of organizations. Deleted tiers stay in storage and are found by uuid alone. */
export interface TierRepository {
  /** `false` when the organization has a tier of that slug already, deleted or not; nothing is written then. */
  readonly add: (tier: Tier) => Promise<boolean>
  /** By slug, not deleted. */
  readonly findBySlug: (organizationUuid: string, slug: string) => Promise<Tier | undefined>
  readonly find: (uuid: string) => Promise<Tier | undefined>
  /** Many at once, deleted ones too, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Tier[]>
  /** All of an organization's that are not deleted: an organization has few. */
  readonly all: (organizationUuid: string) => Promise<readonly Tier[]>
  readonly list: (
    of: { readonly organizationUuid: string; readonly visibility?: Visibility },
    page: PageRequest<"created_at" | "name" | "price_cents">,
  ) => Promise<Page<Tier>>
}
