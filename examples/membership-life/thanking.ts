import { tell } from "./tell.ts"
import { verifyCredential } from "./verifying.ts"
import type { World } from "./world.ts"

/** Rewards that nobody asks for: one comes with the third visit, one goes to a whole tier. */
export const thanking = async (world: World): Promise<void> => {
  const credential = await thirdVisit(world)
  await strangerLooks(world, credential)
  await drinksForCaptains(world)
}

type Content = Parameters<World["desk"]["rewards"]["create"]>[1]["content_config"]
type Item = NonNullable<NonNullable<Content["content_template"]>["items"]>[number]

const makeReward = ({ club, clubUuid, desk }: World, name: string, item: Item) =>
  desk.rewards.create(club, {
    organization_uuid: clubUuid,
    name,
    content_config: {
      storage_type: "internal",
      content_template: { data: {}, items: [item], content_version: "1" },
    },
  })

/** The background work that is due by now. */
const workDone = async ({ now, go }: World): Promise<void> => go(await now())

/** The badge that she gets with her third visit; answers how it is proved, and what brought it. */
const thirdVisit = async (world: World) => {
  const { ada, club, desk, now } = world
  const badge = await makeReward(world, "Regular", {
    type: "badge",
    title: "Regular",
    criteria: { narrative: "Come to three evenings." },
  })
  const trigger = await desk.rewardTriggers.create(club, {
    name: "Three evenings",
    reward_template_uuid: badge.uuid,
    trigger_scopes: ["session.attended:count:3"],
  })
  const series = await desk.activities.create(club, {
    name: "Lantern evenings",
    description: "Every week.",
  })
  const visit = async (name: string) => {
    const begins = await now()
    const { slug } = await desk.sessions.create(series.slug, {
      name,
      start_time: begins.toISOString(),
      end_time: new Date(begins.getTime() + 3 * 3_600_000).toISOString(),
    })
    const identifier = { type: "username", value: ada.username } as const
    const { decision } = await desk.sessions.admit(slug, { identifier, idempotency_key: name })
    await workDone(world)
    return decision
  }
  const badges = async () =>
    (await ada.client.rewards.list()).items.filter(
      ({ cached_content: { name } }) => name === "Regular",
    )
  const twice = [await visit("First evening"), await visit("Second evening")]
  tell(
    "she comes to two evenings; no badge yet",
    [...twice, (await badges()).length],
    ["admitted", "admitted", 0],
  )
  tell("she comes to a third one", await visit("Third evening"), "admitted")
  const [held] = await badges()
  tell(
    "the badge is hers, and nobody asked for it",
    held?.cached_content.items[0]?.["title"],
    "Regular",
  )
  await visit("Fourth evening")
  const { items } = await desk.rewardTriggers.listFirings(trigger.uuid)
  tell(
    "with the fourth there is no second one",
    items.map(({ user_uuid, outcome, transaction_id }) => [user_uuid, outcome, transaction_id]),
    [[ada.uuid, "issued", held?.transaction_id]],
  )
  return {
    text: String(held?.cached_content.items[0]?.["credential"]),
    transactionId: held?.transaction_id ?? "",
  }
}

/** The credential is proved to somebody without an account, until the badge is taken back. */
const strangerLooks = async (
  { clubUuid, desk, now }: World,
  credential: { readonly text: string; readonly transactionId: string },
): Promise<void> => {
  const seen = await verifyCredential(credential.text, await now())
  tell(
    "a stranger verifies it without an account, by the club's own key",
    [seen.badge, seen.isRevoked, seen.issuer.split(":").at(-1)],
    ["Regular", false, clubUuid],
  )
  await desk.console.transactions.reverse(credential.transactionId, {
    reason: "The third evening was another Ada's",
    idempotency_key: "another-ada",
  })
  tell(
    "the badge is taken back, and the stranger sees that too",
    (await verifyCredential(credential.text, await now())).isRevoked,
  )
}

/** A drink for everybody on a tier, once. */
const drinksForCaptains = async (world: World): Promise<void> => {
  const { club, desk } = world
  const drink = await makeReward(world, "Captain's drink", { type: "coupon", code: "GROG-1" })
  const captains = (await desk.memberships.listMembers(club, { tier: "captain" })).items
  const [first] = captains
  await desk.rewards.redeem(drink.slug, {
    identifier: { type: "user_id", value: first?.user.uuid ?? "" },
    idempotency_key: "first",
  })
  const audience = { type: "tier", membership_tier_slug: "captain" } as const
  const asked = { audience, idempotency_key: "all-captains" } as const
  const would = await desk.rewards.propagate(drink.slug, { ...asked, dry_run: true })
  tell(
    "one captain has a drink: a dry run says who else gets one",
    [would.matched, would.scheduled, would.skipped],
    [3, 2, [{ reason: "already_issued", count: 1, positions: null }]],
  )
  const { batch_uuid: batch, ...same } = await desk.rewards.propagate(drink.slug, asked)
  tell("without it they get it, as the dry run said", { batch_uuid: null, ...same }, would)
  await workDone(world)
  const { status, issued, refused } = await desk.console.rewards.getBatch(club, batch ?? "")
  tell("soon all of it is done", [status, issued], ["finished", 2])
  tell("and the one who had it is not served twice", refused[0]?.reason, "already_issued")
  const redeemed = await desk.rewards.listRedemptions(drink.slug)
  tell(
    "each captain has one drink",
    redeemed.items.map(({ user_uuid }) => user_uuid ?? "").toSorted(),
    captains.map(({ user }) => user.uuid).toSorted(),
  )
}
