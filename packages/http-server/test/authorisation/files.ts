import { sendFile, type TestFile, uploadFile } from "../../../core/test/fixtures/files.ts"
import type { TwoOrganizations } from "../fixtures/two-organizations.ts"
import { activityOf } from "./holders.ts"
import type { Asker } from "./things.ts"
import type { Guarded } from "./walk.ts"

/** Uuid of a reward of the club, or of the other organization. */
export const rewardOf = (setup: TwoOrganizations, home: "club" | "elsewhere"): Promise<string> =>
  setup.once(`reward of ${home}`, async () => {
    const issued = await setup.symbolon.tickets.issue({
      organization: setup[home].slug,
      of: { name: `Reward of ${home}` },
      to: { type: "username", value: setup.people.staff.username },
      idempotencyKey: `reward of ${home}`,
    })
    return issued.transaction.body.reference_id ?? ""
  })

let triggersMade = 0

/** Uuid of a reward trigger of the club, or of the other organization; another one to be deleted. */
export const triggerOf = (
  setup: TwoOrganizations,
  home: "club" | "elsewhere",
  { endpoint: { method } }: Guarded,
): Promise<string> =>
  setup.once(`trigger of ${home} ${method === "DELETE" ? (triggersMade += 1) : ""}`, async () => {
    const made = await setup.symbolon.rewardTriggers.create({
      organization: setup[home].slug,
      rewardTemplateUuid: await rewardOf(setup, home),
      name: "Visits",
      triggerScopes: ["session.attended:first"],
    })
    return made.uuid
  })

/** Uuid of a reward batch of the club, or of the other organization, that has not begun. */
export const batchOf = (setup: TwoOrganizations, home: "club" | "elsewhere"): Promise<string> =>
  setup.once(`batch of ${home}`, async () => {
    const { batchUuid = "" } = await setup.symbolon.rewards.propagate({
      reward: await rewardOf(setup, home),
      audience: { type: "members" },
      idempotencyKey: `batch of ${home}`,
    })
    return batchUuid
  })

/** Whose file a call of an asker may name: a user's own, or the club's. */
export const fileOwner = (
  { club }: Pick<TwoOrganizations, "club">,
  { kind, person, asksOfSelf = false }: Pick<Asker, "kind" | "person" | "asksOfSelf">,
): Pick<TestFile, "ownerType" | "ownerUuid"> =>
  kind === "user" || asksOfSelf
    ? { ownerType: "user", ownerUuid: person.uuid }
    : { ownerType: "organization", ownerUuid: club.uuid }

/** An upload that waits to be completed, another one each time. */
export const uploadOf = (setup: TwoOrganizations, asker: Asker): Promise<string> =>
  sendFile(setup.symbolon, setup.objectStore, fileOwner(setup, asker))

/** Slug of a file. */
export const fileSlugOf = async (setup: TwoOrganizations, asker: Asker): Promise<string> =>
  (await uploadFile(setup.symbolon, setup.objectStore, fileOwner(setup, asker))).slug

/** Uuid of a file of what the path begins with. */
export const fileUuidOf = async (
  setup: TwoOrganizations,
  { person }: Asker,
  { params }: Guarded,
): Promise<string> => {
  const owner: TestFile = params.includes("user_uuid")
    ? { ownerType: "user", ownerUuid: person.uuid }
    : params.includes("activity_slug")
      ? { ownerType: "activity", ownerUuid: (await activityOf(setup, "club")).uuid }
      : params.includes("reward_slug")
        ? { ownerType: "reward", ownerUuid: await rewardOf(setup, "club") }
        : { ownerType: "organization", ownerUuid: setup.club.uuid }
  return (await uploadFile(setup.symbolon, setup.objectStore, owner)).uuid
}
