import { text } from "./endpoint.ts"

/** Path parameters. Organizations, activities and sessions take a slug or a uuid until v1 is frozen. */
export const organization = { organization_slug: text(80, 1) }
export const activity = { activity_slug: text(80, 1) }
export const session = { session_slug: text(80, 1) }
export const series = { series_uuid: text(64, 1) }
export const wallet = { wallet_address: text(128, 1) }
export const transaction = { transaction_id: text(64, 1) }
export const card = { card_uuid: text(64, 1) }
export const user = { user_uuid: text(64, 1) }
export const tier = { tier_uuid: text(64, 1) }
export const attendance = { attendance_uuid: text(64, 1) }
export const device = { device_uuid: text(64, 1) }
export const connection = { connection_uuid: text(64, 1) }
export const checkout = { checkout_uuid: text(64, 1) }
export const paymentEvent = { payment_event_uuid: text(64, 1) }
export const client = { client_id: text(64, 1) }
