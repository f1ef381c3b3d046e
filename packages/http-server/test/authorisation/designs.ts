import type { TwoOrganizations } from "../fixtures/two-organizations.ts"
import type { Owner } from "./things.ts"
import type { Guarded } from "./walk.ts"

/** A card model of the club that no card has, another one each time: one may be deleted. */
export const modelOf = ({ symbolon, club }: TwoOrganizations) =>
  symbolon.cardModels.create({ organization: club.slug, name: "Blue" })

/** A template is the organization's whose path names it, and else the platform's. */
export const ownerOfTemplate = (_: unknown, { params, endpoint }: Guarded): Owner =>
  params.includes("organization_slug") || endpoint.base === "api" ? "organization" : "nobody"

/** A profile template, another one each time: one may be deleted. */
export const profileTemplateOf = async (
  { symbolon, club }: TwoOrganizations,
  _: unknown,
  guarded: Guarded,
): Promise<string> => {
  const { uuid } =
    ownerOfTemplate(undefined, guarded) === "nobody"
      ? await symbolon.platformProfileTemplates.create({ name: "Everyone's" })
      : await symbolon.profileTemplates.create({ organization: club.slug, name: "Captain" })
  return uuid
}
