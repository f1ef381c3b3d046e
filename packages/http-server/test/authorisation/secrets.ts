import { activityOf, sessionOf } from "./holders.ts"
import type { TwoOrganizations } from "../fixtures/two-organizations.ts"
import { treasuryOf } from "./things.ts"

/**
 * What only the club, and those it lets, may learn from an answer. Public names of people are not
 * among them.
 */
export const secretsOf = (setup: TwoOrganizations): Promise<readonly string[]> =>
  setup.once("secrets", async () => [
    setup.club.uuid,
    setup.club.name,
    setup.people.guest.walletAddress,
    await treasuryOf(setup),
    (await activityOf(setup, "club")).uuid,
    (await sessionOf(setup, "club")).uuid,
  ])
