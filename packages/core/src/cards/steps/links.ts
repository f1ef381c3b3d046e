import { BadRequest } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { Card } from "../card.ts"

type Of = Pick<Organization, "uuid">

/**
 * Holds a tier that a card or a card model is to grant, so that it is not deleted meanwhile. Returns
 * what is wrong unless it is a tier of the organization.
 */
export const grantedTierFault = step(function* (organization: Of, tierUuid: string) {
  const tx = yield* Tx
  const tier = yield* tx.tiers.hold(tierUuid)
  return tier?.organizationUuid === organization.uuid && tier.deletedAt === undefined
    ? undefined
    : "The organization has no such membership tier."
})

/**
 * Holds a card model that a card is to be given. Returns what is wrong unless it is an active one of
 * the organization.
 */
export const modelFault = step(function* (organization: Of, cardModelUuid: string) {
  const tx = yield* Tx
  const model = yield* tx.cardModels.hold(cardModelUuid)
  return model?.organizationUuid === organization.uuid && model.isActive
    ? undefined
    : "The organization has no such active card model."
})

/** {@link grantedTierFault}, if a tier is named, as a `BadRequest`. */
export const holdGrantedTier = step(function* (
  organization: Of,
  tierUuid: string | null | undefined,
) {
  if (tierUuid === undefined || tierUuid === null) return
  const reason = yield* grantedTierFault(organization, tierUuid)
  if (reason !== undefined) return yield* new BadRequest({ field: "membership_tier_uuid", reason })
})

/** {@link modelFault}, if a model is named, as a `BadRequest`. */
export const holdModel = step(function* (
  organization: Of,
  cardModelUuid: string | null | undefined,
) {
  if (cardModelUuid === undefined || cardModelUuid === null) return
  const reason = yield* modelFault(organization, cardModelUuid)
  if (reason !== undefined) return yield* new BadRequest({ field: "card_model_uuid", reason })
})

/**
 * Holds a profile template that a card model is to be given, if one is named, so that it is not
 * deleted meanwhile. `BadRequest` unless it is the organization's or the platform's.
 */
export const holdTemplate = step(function* (
  organization: Of,
  profileTemplateUuid: string | null | undefined,
) {
  if (profileTemplateUuid === undefined || profileTemplateUuid === null) return
  const tx = yield* Tx
  const template = yield* tx.profileTemplates.hold(profileTemplateUuid)
  const isUsable =
    template !== undefined &&
    (template.organizationUuid === undefined || template.organizationUuid === organization.uuid)
  if (!isUsable)
    return yield* new BadRequest({
      field: "profile_template_uuid",
      reason: "Neither the organization nor the platform has such a profile template.",
    })
})

/** The tier that claiming a card grants, as it is linked now. */
export const tierGrantedBy = step(function* (card: Card) {
  const tx = yield* Tx
  if (card.membershipTierUuid !== undefined) return card.membershipTierUuid
  const model =
    card.cardModelUuid === undefined ? undefined : yield* tx.cardModels.find(card.cardModelUuid)
  return model?.membershipTierUuid
})
