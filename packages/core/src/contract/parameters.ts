import * as z from "zod"

/** Path parameters. Organizations, activities and sessions take a slug or a uuid until v1 is frozen. */
export const organization = { organization_slug: z.string().min(1).max(80) }
export const activity = { activity_slug: z.string().min(1).max(80) }
export const session = { session_slug: z.string().min(1).max(80) }
export const wallet = { wallet_address: z.string().min(1).max(128) }
export const transaction = { transaction_id: z.string().min(1).max(64) }
export const user = { user_uuid: z.string().min(1).max(64) }
export const tier = { tier_uuid: z.string().min(1).max(64) }
