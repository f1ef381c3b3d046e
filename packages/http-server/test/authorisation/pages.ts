import type { Person, TwoOrganizations } from "../fixtures/two-organizations.ts"

const page = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

/** The profile page of a person; another one once it was deleted. */
export const profilePageOf = async (
  { symbolon }: TwoOrganizations,
  { uuid: userUuid }: Person,
): Promise<string> => {
  const { items } = await symbolon.profilePages.list({ userUuid, page })
  return (items[0] ?? (await symbolon.profilePages.create({ userUuid }))).uuid
}

/** The token of a link of a person; another one once it was withdrawn. */
export const linkTokenOf = async (setup: TwoOrganizations, person: Person): Promise<string> => {
  const profilePageUuid = await profilePageOf(setup, person)
  return (await setup.symbolon.links.create({ userUuid: person.uuid, profilePageUuid })).linkToken
}
