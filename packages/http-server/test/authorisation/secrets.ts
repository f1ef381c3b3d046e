import { activityOf, sessionOf } from "./holders.ts"
import type { House } from "../fixtures/two-organizations.ts"
import { treasuryOf } from "./things.ts"

/**
 * What only the club, and those it lets, may learn from an answer. Public names of people are not
 * among them.
 */
export const secretsOf = (house: House): Promise<readonly string[]> =>
  house.once("secrets", async () => [
    house.club.uuid,
    house.club.name,
    house.people.guest.walletAddress,
    await treasuryOf(house),
    (await activityOf(house, "club")).uuid,
    (await sessionOf(house, "club")).uuid,
  ])
