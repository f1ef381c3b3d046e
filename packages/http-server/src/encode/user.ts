import type { CurrentUser, Subscription, User } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes the public fields of a user. */
export const encodeUser =
  (imageUrl: ImageUrl) =>
  (user: User): z.output<typeof resources.User> => ({
    uuid: user.uuid,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName ?? null,
    account_type: user.accountType,
    avatar_image_file_uuid: user.avatarImageFileUuid ?? null,
    avatar_image_file_url: imageUrl(user.avatarImageFileUuid),
    created_at: instant(user.createdAt),
    updated_at: instantOrNull(user.updatedAt),
  })

/** The signed-in user on the wire. */
export const encodeCurrentUser =
  (imageUrl: ImageUrl) =>
  ({ user, ...seen }: CurrentUser): z.output<typeof resources.CurrentUser> => ({
    uuid: user.uuid,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName ?? null,
    phone_number: seen.phoneNumber ?? null,
    avatar_image_file_url: imageUrl(user.avatarImageFileUuid),
    created_at: instant(user.createdAt),
    iam_user_id: user.iamUserId ?? null,
    email: seen.email ?? null,
    email_verified: seen.isEmailVerified ?? null,
    scopes: [...seen.scopes],
    wallet_address: seen.walletAddress ?? null,
    primary_card_identifier: seen.primaryCardIdentifier ?? null,
    accepts_contact_drops: seen.acceptsDrops,
    profile_complete: seen.isProfileComplete,
    onboarding_required: seen.isOnboardingRequired,
    subscription: encodeSubscription(seen.subscription),
  })

/** A user's subscription on the wire. */
export const encodeSubscription = ({
  entitlements,
  ...subscription
}: Subscription): z.output<typeof resources.Subscription> => ({
  tier: subscription.tier,
  display_name: subscription.displayName,
  status: subscription.status,
  started_at: instant(subscription.startedAt),
  valid_until: instantOrNull(subscription.validUntil),
  entitlements: {
    custom_backgrounds: entitlements.customBackgrounds,
    max_profiles: entitlements.maxProfiles,
    extras: { ...entitlements.extras },
  },
})

/** An account as those see it who manage it. */
export const encodeAccount = (user: User): z.output<typeof resources.Account> => ({
  uuid: user.uuid,
  username: user.username,
  account_type: user.accountType,
  created_at: instant(user.createdAt),
  updated_at: instantOrNull(user.updatedAt),
  disabled_at: instantOrNull(user.disabledAt),
  deleted_at: instantOrNull(user.deletedAt),
})
