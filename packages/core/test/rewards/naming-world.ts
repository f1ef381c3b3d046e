import { host } from "../../src/foundation/access/caller.ts"
import type { IdentifierRef, RewardAudienceInput, Storage } from "../../src/index.ts"
import { advanceBatch } from "../../src/rewards/operations/advance-batch.ts"
import { page, userCaller } from "../fixtures/staffed-organization.ts"
import { claimCard, createTestCard } from "../fixtures/world.ts"
import { openTriggerWorld } from "./trigger-world.ts"

/** Users and wallets in an order of their own: what is issued at one time is listed in any. */
export const rows = (
  all: readonly {
    readonly userUuid: string | undefined
    readonly walletAddress: string | undefined
  }[],
): readonly string[] => all.map((one) => `${one.userUuid} ${one.walletAddress}`).toSorted()

/** A club with rewards and triggers, and people whom another organization gave cards. */
export const openNamingWorld = async (storage: Storage) => {
  const world = await openTriggerWorld(storage)
  const { symbolon, club, clubUuid, team } = world
  await symbolon.points.mint({ organization: club, amount: 10_000, idempotencyKey: "mint" })
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: team.outsider.uuid,
  })
  await symbolon.tiers.create({
    organization: club,
    name: "Gold",
    rewardPointsMultiplierTenThousandths: 20_000,
  })
  let made = 0
  /** Somebody whom the club does not know, with a card, and links to their page and wallet. */
  const stranger = async () => {
    const number = (made += 1)
    const username = `stranger-${number}`
    const { user, walletAddress } = await symbolon.users.create({ username, firstName: "A" })
    const as = symbolon.as(userCaller(user.uuid))
    const card = await createTestCard(symbolon, {
      organization: elsewhere.slug,
      identifier: `STRANGE-${number}`,
    })
    await claimCard(symbolon, card.uuid, user.uuid)
    const { uuid: profilePageUuid } = await as.profilePages.create({ name: username })
    const toPage = await as.links.create({ profilePageUuid })
    const toWallet = await as.links.create({ walletAddress })
    const by = {
      username: { type: "username", value: username },
      user_id: { type: "user_id", value: user.uuid },
      page: { type: "link", value: toPage.linkToken },
      wallet: { type: "wallet", value: walletAddress },
      card: { type: "card", value: card.identifier },
      link: { type: "link", value: toWallet.linkToken },
    } as const satisfies Readonly<Record<string, IdentifierRef>>
    return { user, as, walletAddress, cardWallet: card.walletAddress, by }
  }
  type Stranger = Awaited<ReturnType<typeof stranger>>
  const join = ({ by }: Stranger, tierSlug = "gold") =>
    symbolon.memberships.add({ organization: club, member: by.user_id, tierSlug })
  /** The wallet of somebody in the club. */
  const walletHere = async ({ user }: Stranger) => {
    const { items } = await symbolon.wallets.list({ of: { userUuid: user.uuid }, page })
    return items.find(({ organizationUuid }) => organizationUuid === clubUuid)?.address
  }
  const redeem = (reward: string, identifier: IdentifierRef) =>
    symbolon.rewards.redeem({ reward, identifier })
  let batches = 0
  const propagate = (reward: string, audience: RewardAudienceInput, more: object = {}) =>
    world.forClub("manager").rewards.propagate({
      reward,
      audience,
      idempotencyKey: `naming ${(batches += 1)}`,
      ...more,
    })
  /** Propagates to its end; answers what became of it. */
  const propagated = async (reward: string, audience: RewardAudienceInput) => {
    const { batchUuid = "" } = await propagate(reward, audience)
    while (await symbolon.run(advanceBatch(host, { batchUuid }))) continue
    return symbolon.rewards.getBatch({ organization: club, batchUuid })
  }
  /** To whom a reward went, as staff list it: users or nobody, with the wallets. */
  const received = async (reward: string) => rows(await world.issuedOf(reward))
  /** Of whom the club was told that they received a reward: by uuid, else by name; null by neither. */
  const told = async (reward: string) =>
    (await storage.transact("read", (tx) => tx.outbox.list(undefined, 1000)))
      .filter(
        ({ type, data }) => type === "reward.redeemed" && data["reward_template_id"] === reward,
      )
      .map(
        ({ data }) =>
          data["user_id"] ?? data["username"] ?? data["first_name"] ?? data["last_name"] ?? null,
      )
  return { ...world, stranger, join, walletHere, redeem, propagate, propagated, received, told }
}

/** What {@link openNamingWorld} opens. */
export type NamingWorld = Awaited<ReturnType<typeof openNamingWorld>>
