import { reference, text } from "./endpoint.ts"

/**
 * Path parameters. Organizations, activities and sessions take a slug or a uuid until v1 is frozen.
 */
export const organization = { organization_slug: reference(80) }
export const activity = { activity_slug: reference(80) }
export const session = { session_slug: reference(80) }
export const series = { series_uuid: reference() }
export const wallet = { wallet_address: text(128, 1) }
export const transaction = { transaction_id: text(64, 1) }
export const card = { card_uuid: reference() }
export const cardModel = { card_model_uuid: reference() }
export const contact = { contact_uuid: reference() }
export const contactVisit = { visit_uuid: reference() }
export const profilePage = { profile_page_uuid: reference() }
export const link = { token: text(128, 1) }
export const profileTemplate = { profile_template_uuid: reference() }
export const user = { user_uuid: reference() }
export const tier = { tier_uuid: reference() }
export const attendance = { attendance_uuid: reference() }
export const device = { device_uuid: reference() }
export const connection = { connection_uuid: reference() }
export const checkout = { checkout_uuid: reference() }
export const paymentEvent = { payment_event_uuid: reference() }
export const webhook = { webhook_uuid: reference() }
export const delivery = { delivery_uuid: reference() }
export const batch = { batch_uuid: reference() }
export const reward = { reward_slug: reference(80) }
export const rewardTrigger = { trigger_uuid: reference() }
export const file = { file_uuid: reference() }
export const upload = { upload_id: reference() }
export const userAsset = { user_asset_uuid: reference() }
export const client = { client_id: text(64, 1) }
