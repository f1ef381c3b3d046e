import type { MembershipView, MemberView, User } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a user for lists; only the uuid once the account is deleted. */
export const encodePublicUser = (
  imageUrl: ImageUrl,
  uuid: string,
  user: User | undefined,
): z.output<typeof resources.PublicUser> => ({
  uuid,
  username: user?.username ?? null,
  first_name: user?.firstName ?? null,
  last_name: user?.lastName ?? null,
  avatar_image_file_url: imageUrl(user?.avatarImageFileUuid),
})

/** A membership with its organization and tier on the wire. */
export const encodeMembership = ({
  membership,
  status,
  tier,
  organization,
}: MembershipView): z.output<typeof resources.Membership> => ({
  uuid: membership.uuid,
  user_uuid: membership.userUuid,
  organization_uuid: membership.organizationUuid,
  tier_uuid: membership.tierUuid,
  custom_tier_price_cents: membership.customPriceCents ?? null,
  custom_tier_payment_interval: membership.customPaymentInterval ?? null,
  valid_until: instantOrNull(membership.validUntil),
  renewable_until: instantOrNull(membership.renewableUntil),
  joined_at: instant(membership.joinedAt),
  created_at: instant(membership.createdAt),
  cancelled_at: instantOrNull(membership.cancelledAt),
  updated_at: instantOrNull(membership.updatedAt),
  organization_name: organization.name,
  organization_slug: organization.slug,
  tier_name: tier.name,
  tier_slug: tier.slug,
  tier_price_cents: tier.priceCents,
  tier_currency: tier.currency,
  tier_payment_interval: tier.paymentInterval,
  tier_description: tier.description ?? null,
  tier_inclusions: [...tier.inclusions],
  status,
})

/** Encodes a membership for the organization. */
export const encodeMember =
  (imageUrl: ImageUrl) =>
  (view: MemberView): z.output<typeof resources.Member> => ({
    ...encodeMembership(view),
    ended_at: instantOrNull(view.end?.endedAt),
    ended_by: view.end?.endedBy ?? null,
    user: encodePublicUser(imageUrl, view.membership.userUuid, view.user),
  })
