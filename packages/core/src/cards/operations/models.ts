import { Effect } from "effect"
import * as endpoints from "../../contract/endpoints/card-models.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { holdImages } from "../../files/steps.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import { organizationFor } from "../../organizations/steps.ts"
import type {
  CardModelInput,
  CreateCardModelInput,
  ListCardModelsInput,
  UpdateCardModelInput,
} from "../inputs.ts"
import type { CardModel } from "../models/card-model.ts"
import { holdGrantedTier, holdTemplate } from "../steps/links.ts"

/** Lists an organization's card models: the active ones, or all. */
export const list = listing(function* (caller: Caller, input: ListCardModelsInput) {
  return yield* read(function* (tx) {
    const { uuid: organizationUuid } = yield* organizationFor(
      caller,
      endpoints.listCardModels.access,
      input.organization,
    )
    const of = input.includeInactive === true ? { organizationUuid } : activeOf(organizationUuid)
    const models: Page<CardModel> = yield* tx.cardModels.list(of, input.page)
    return models
  })
})

const activeOf = (organizationUuid: string) => ({ organizationUuid, isActive: true })

/** Returns a card model. */
export const get = step(function* (caller: Caller, input: CardModelInput) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.getCardModel.access,
      input.organization,
    )
    return yield* present(organization, yield* tx.cardModels.find(input.cardModelUuid))
  })
})

/** Creates a card model. `BadRequest` if the tier is not one of the
 * organization's, or the profile template is another organization's. */
export const create = step(function* (caller: Caller, input: CreateCardModelInput) {
  yield* Effect.fromResult(permitModelTexts(input))
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.createCardModel.access,
      input.organization,
    )
    yield* holdGrantedTier(organization, input.membershipTierUuid)
    yield* holdTemplate(organization, input.profileTemplateUuid)
    yield* holdImages(imagesOf(input), [organization.uuid])
    const model: CardModel = {
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      name: input.name,
      description: input.description ?? undefined,
      frontImageFileUuid: input.frontImageFileUuid ?? undefined,
      backImageFileUuid: input.backImageFileUuid ?? undefined,
      orderSiteTemplateId: input.orderSiteTemplateId ?? undefined,
      membershipTierUuid: input.membershipTierUuid ?? undefined,
      profileTemplateUuid: input.profileTemplateUuid ?? undefined,
      isActive: input.isActive ?? true,
      createdAt: now,
      updatedAt: undefined,
    }
    yield* tx.cardModels.add(model)
    return model
  })
})

/**
 * Changes the fields of a card model that are given. Cards that have it follow: a new tier is what
 * their claim grants from now on.
 */
export const update = step(function* (caller: Caller, input: UpdateCardModelInput) {
  yield* Effect.fromResult(permitModelTexts(input))
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.updateCardModel.access,
      input.organization,
    )
    yield* holdGrantedTier(organization, input.membershipTierUuid)
    yield* holdTemplate(organization, input.profileTemplateUuid)
    const before = yield* present(organization, yield* tx.cardModels.lock(input.cardModelUuid))
    yield* holdImages(imagesOf(input), [organization.uuid])
    const model: CardModel = {
      ...before,
      name: input.name ?? before.name,
      description: patched(before.description, input.description),
      frontImageFileUuid: patched(before.frontImageFileUuid, input.frontImageFileUuid),
      backImageFileUuid: patched(before.backImageFileUuid, input.backImageFileUuid),
      orderSiteTemplateId: patched(before.orderSiteTemplateId, input.orderSiteTemplateId),
      membershipTierUuid: patched(before.membershipTierUuid, input.membershipTierUuid),
      profileTemplateUuid: patched(before.profileTemplateUuid, input.profileTemplateUuid),
      isActive: input.isActive ?? before.isActive,
      updatedAt: now,
    }
    yield* tx.cardModels.change(model)
    return model
  })
})

const deleteCardModel = step(function* (caller: Caller, input: CardModelInput) {
  return yield* transact(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.deleteCardModel.access,
      input.organization,
    )
    const model = yield* present(organization, yield* tx.cardModels.lock(input.cardModelUuid))
    const cards = yield* tx.cards.countOfModel(model.uuid)
    if (cards > 0)
      return yield* new Conflict({
        reason: "in_use",
        message: "Cards use this model. Give them another model, or deactivate this one.",
        details: { cards },
      })
    yield* tx.cardModels.remove(model.uuid)
    return model
  })
})
export {
  /** Deletes a card model that no card uses, and returns its stored row. */
  deleteCardModel as delete,
}

const imagesOf = (
  input: Pick<UpdateCardModelInput, "frontImageFileUuid" | "backImageFileUuid">,
) => ({
  front_image_file_uuid: input.frontImageFileUuid,
  back_image_file_uuid: input.backImageFileUuid,
})

const permitModelTexts = (
  input: Pick<UpdateCardModelInput, "name" | "description" | "orderSiteTemplateId">,
) =>
  permitTexts({
    line: { name: input.name, order_site_template_id: input.orderSiteTemplateId },
    prose: { description: input.description },
  })

const present = step(function* (
  organization: Pick<Organization, "uuid">,
  model: CardModel | undefined,
) {
  return model?.organizationUuid === organization.uuid
    ? model
    : yield* new NotFound({ what: "card model" })
})
