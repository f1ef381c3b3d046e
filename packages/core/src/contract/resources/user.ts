import * as z from "zod"
import { dateTime } from "../endpoint.ts"

const AccountType = z.enum(["user", "organization", "service"]).meta({ id: "AccountType" })

/** What every caller may see of a user. */
export const User = z
  .object({
    uuid: z.string(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string().nullable(),
    account_type: AccountType,
    avatar_image_file_uuid: z.string().nullable(),
    avatar_image_file_url: z.string().nullable(),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "User" })

/** What the service itself grants a user, whatever organizations they are in. */
export const Subscription = z
  .object({
    tier: z.enum(["free", "plus", "pro"]),
    display_name: z.string(),
    status: z.enum(["active"]),
    started_at: dateTime,
    valid_until: dateTime.nullable(),
    entitlements: z.object({
      custom_backgrounds: z.boolean(),
      max_profiles: z.int(),
      extras: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: "Subscription" })

/** The signed-in user on the wire. */
export const CurrentUser = z
  .object({
    uuid: z.string(),
    username: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    phone_number: z.string().nullable().describe("null without the scope phone"),
    avatar_image_file_url: z.string().nullable(),
    created_at: dateTime,
    iam_user_id: z
      .string()
      .nullable()
      .describe("the user's identity at an external identity provider"),
    email: z.string().nullable().describe("null without the scope email"),
    email_verified: z
      .boolean()
      .nullable()
      .describe("null without the scope email, or without an address"),
    scopes: z.array(z.string()).describe("the scopes of the token"),
    wallet_address: z
      .string()
      .nullable()
      .describe("the address of the primary wallet; null without the scope wallet:read"),
    primary_card_identifier: z
      .string()
      .nullable()
      .describe("what the primary card is tapped with; null without the scope card:read"),
    accepts_contact_drops: z
      .boolean()
      .describe("whether other users can drop their contact details with this user"),
    profile_complete: z
      .boolean()
      .describe("whether the user has a first name, a last name and a verified e-mail address"),
    onboarding_required: z
      .boolean()
      .describe("whether an external account has no first name, so that the app must ask for it"),
    subscription: Subscription,
  })
  .meta({ id: "CurrentUser" })

/** An account as its holder and the service's staff manage it. */
export const Account = z
  .object({
    uuid: z.string(),
    username: z.string(),
    account_type: AccountType,
    created_at: dateTime,
    updated_at: dateTime.nullable(),
    disabled_at: dateTime.nullable(),
    deleted_at: dateTime.nullable(),
  })
  .meta({ id: "Account" })
