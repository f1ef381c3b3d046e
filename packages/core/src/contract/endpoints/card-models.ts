import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, writes } from "../access.ts"
import { endpoint, flag, line, listQuery, page, prose, reference } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { CardModel } from "../resources/card.ts"
import { FileUuid } from "../resources/file.ts"
import { Message } from "../resources/message.ts"

const path = "/organizations/{organization_slug}/card-models"
const onePath = `${path}/{card_model_uuid}` as const
const one = z.object({ ...parameters.organization, ...parameters.cardModel })

const fields = {
  name: line(limits.cardModelNameMax, 1).trim().min(1),
  description: prose(limits.cardModelDescriptionMax).nullable(),
  front_image_file_uuid: FileUuid,
  back_image_file_uuid: FileUuid,
  profile_template_uuid: reference()
    .nullable()
    .describe(
      "a template of the organization or of the platform: what the page starts with that the claimer of a card is issued; null issues none",
    ),
  order_site_template_id: line(limits.cardModelTemplateIdMax)
    .nullable()
    .describe("the design on a fulfillment site; the service never resolves it"),
  membership_tier_uuid: reference()
    .nullable()
    .describe("the tier of the organization that claiming its cards grants"),
  is_active: z.boolean().describe("whether cards can be given this model"),
}

export const listCardModels = endpoint({
  name: "cardModels.list",
  base: "api",
  method: "GET",
  path,
  summary: "Lists an organization's card models.",
  access: reads("card_model:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "name"]).extend({ include_inactive: flag.default(false) }),
  response: page(CardModel),
  errors: ["NotFound"],
})

export const createCardModel = endpoint({
  name: "cardModels.create",
  base: "api",
  method: "POST",
  path,
  summary: "Creates a card model.",
  access: writes("card_model:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({ ...fields })
    .partial()
    .required({ name: true }),
  response: CardModel,
  errors: ["NotFound", "BadRequest"],
})

export const getCardModel = endpoint({
  name: "cardModels.get",
  base: "api",
  method: "GET",
  path: onePath,
  summary: "Returns a card model.",
  access: reads("card_model:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: one,
  response: CardModel,
  errors: ["NotFound"],
})

export const updateCardModel = endpoint({
  name: "cardModels.update",
  base: "api",
  method: "PATCH",
  path: onePath,
  summary: "Updates the fields of a card model that are sent; null clears a field.",
  description: "Cards that have the model follow. `is_active: false` deactivates it.",
  access: writes("card_model:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject(fields).partial(),
  response: CardModel,
  errors: ["NotFound", "BadRequest"],
})

export const deleteCardModel = endpoint({
  name: "cardModels.delete",
  base: "api",
  method: "DELETE",
  path: onePath,
  summary: "Deletes a card model that no card uses.",
  description:
    "While cards use it, the answer is 409 with their number in `details.cards`: deactivate it.",
  access: writes("card_model:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound", "Conflict"],
})
