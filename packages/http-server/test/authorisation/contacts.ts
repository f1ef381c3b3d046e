import type { Person, TwoOrganizations } from "../fixtures/two-organizations.ts"

let contactsMade = 0

/** A new contact of a person, and the encounter with it. */
export const contactOf = async (
  { symbolon }: TwoOrganizations,
  { uuid: userUuid }: Person,
): Promise<{ readonly uuid: string; readonly visit: string }> => {
  const { uuid, visits } = await symbolon.contacts.save({
    userUuid,
    name: "Kim",
    email: `kim-${(contactsMade += 1)}@mail.test`,
  })
  return { uuid, visit: visits[0]?.uuid ?? "" }
}
