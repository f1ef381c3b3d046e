import { cardModels as endpoints } from "@symbolon/core/contract"
import { mapAnswer, cardModels } from "@symbolon/core/effect"
import { encodeCardModel } from "../encode/card.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** The designs of an organization's cards. */
export const cardModelRoutes: readonly Route[] = [
  route(endpoints.listCardModels, (input, caller, imageUrl) =>
    mapAnswer(
      cardModels.list(caller, {
        organization: input.organization_slug,
        includeInactive: input.include_inactive,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeCardModel(imageUrl)),
    ),
  ),
  route(endpoints.createCardModel, (input, caller, imageUrl) =>
    mapAnswer(
      cardModels.create(caller, {
        organization: input.organization_slug,
        name: input.name,
        ...fieldsOf(input),
      }),
      encodeCardModel(imageUrl),
    ),
  ),
  route(endpoints.getCardModel, (input, caller, imageUrl) =>
    mapAnswer(cardModels.get(caller, named(input)), encodeCardModel(imageUrl)),
  ),
  route(endpoints.updateCardModel, (input, caller, imageUrl) =>
    mapAnswer(
      cardModels.update(caller, { ...named(input), name: input.name, ...fieldsOf(input) }),
      encodeCardModel(imageUrl),
    ),
  ),
  route(endpoints.deleteCardModel, (input, caller) =>
    mapAnswer(cardModels.delete(caller, named(input)), ({ name }) => ({
      message: `The card model ${name} is deleted.`,
    })),
  ),
]

const named = (input: {
  readonly organization_slug: string
  readonly card_model_uuid: string
}) => ({
  organization: input.organization_slug,
  cardModelUuid: input.card_model_uuid,
})

const fieldsOf = (input: {
  readonly description?: string | null | undefined
  readonly front_image_file_uuid?: string | null | undefined
  readonly back_image_file_uuid?: string | null | undefined
  readonly order_site_template_id?: string | null | undefined
  readonly membership_tier_uuid?: string | null | undefined
  readonly profile_template_uuid?: string | null | undefined
  readonly is_active?: boolean | undefined
}) => ({
  description: input.description,
  frontImageFileUuid: input.front_image_file_uuid,
  backImageFileUuid: input.back_image_file_uuid,
  orderSiteTemplateId: input.order_site_template_id,
  membershipTierUuid: input.membership_tier_uuid,
  profileTemplateUuid: input.profile_template_uuid,
  isActive: input.is_active,
})
