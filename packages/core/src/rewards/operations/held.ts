import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/rewards.ts"
import { isRewardContent } from "../../contract/resources/reward-content.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { StoredFile } from "../../files/file.ts"
import { fileAt } from "../../files/file-rules.ts"
import { viewFile } from "../../files/steps.ts"
import { goneAmong } from "../../profiles/steps/gone-images.ts"
import { openContent, openContents } from "../../ledger/content/seal-content.ts"
import type { TicketHolding } from "../../ledger/tickets/ticket-holding.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import {
  heldContent,
  isInstallable,
  isReceived,
  previewUrlOf,
  withinBudget,
} from "../held-reward.ts"
import { filesIn, isShownBy, urlsIn, withFileUrls, withoutUrls } from "../item-files.ts"
import type { HeldRewardInput, ListRewardsInput, RewardItemInput } from "../inputs.ts"
import { sourcesIn, withMirrors } from "../mirroring/mirrored-items.ts"
import { parseItemUid } from "../item-uid.ts"
import { freshProjectionOf, type Projection, projectionOf } from "../prepare-content.ts"
import type { HeldReward, RewardItemView } from "../results.ts"
import { type Carried, carriedBy, heldWallets } from "../steps/holdings.ts"

/**
 * Lists the rewards in the caller's wallets. A page counts transactions, so it is short where some
 * of them were reversed, handed on, or carry nothing. It asks no other host.
 */
export const list = listing(function* (caller: Caller, input: ListRewardsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listRewards), caller))
  const userUuid = yield* holderOf(caller, input)
  const { totalItems, carried } = yield* read(function* (tx) {
    const wallets = yield* heldWallets(userUuid)
    const receivers = [...wallets].map(([address, fromLogIndex]) => ({ address, fromLogIndex }))
    const received = yield* tx.transactions.listRewards(receivers, input.page)
    const standing = received.items.filter((each) => isReceived(each, wallets))
    return { totalItems: received.totalItems, carried: yield* carriedBy(standing) }
  })
  const contents = yield* openContents(carried.map(({ sealed }) => sealed))
  const projected: { readonly carried: Carried; readonly projection: Projection }[] = []
  for (const [index, each] of carried.entries()) {
    const opened = contents[index]
    if (opened === undefined) continue
    const projection = yield* projectionOf({ ...each, opened, source: each.sealed.transaction })
    projected.push({ carried: each, projection })
  }
  const tickets = yield* read(function* () {
    return yield* ticketsIn(projected)
  })
  const held = yield* withItemFiles(
    projected.flatMap(({ carried: each, projection }) => {
      const reward = heldReward(each, projection, tickets)
      return reward === undefined ? [] : [reward]
    }),
  )
  const page: Page<HeldReward> = {
    items: withinBudget(held, limits.rewardsPageBytesMax),
    totalItems,
  }
  return page
})

/**
 * Returns the reward that a transaction brought into one of the caller's wallets. Content of another
 * host is fetched when the copy has expired, and served from the copy while the host fails.
 * `NotFound` for a transaction of somebody else, or one that brought nothing that is held.
 */
export const getByTransaction = step(function* (caller: Caller, input: HeldRewardInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getByTransaction), caller))
  const userUuid = yield* holderOf(caller, input)
  const carried = yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(input.transaction)
    const wallets = yield* heldWallets(userUuid)
    if (transaction === undefined || !isReceived(transaction, wallets)) return yield* absent()
    const [found] = yield* carriedBy([transaction])
    return found ?? (yield* absent())
  })
  const { projection, tickets } = yield* openedReward(carried)
  const found = heldReward(carried, projection, tickets)
  if (found === undefined) return yield* absent()
  const [reward = found] = yield* withItemFiles([found])
  const use = yield* countedUse(carried)
  const view: HeldReward = { ...reward, ...use }
  return view
})

/**
 * Returns one item of a reward by its uid, for the user who holds it now: a ticket goes with its
 * transfers, everything else stays with its first receiver.
 */
export const getItem = step(function* (caller: Caller, input: RewardItemInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getItem), caller))
  const userUuid = yield* holderOf(caller, input)
  const uid = parseItemUid(input.item)
  if (uid === undefined) return yield* noItem()
  const { transactionId: issuedBy } = uid
  const carried = yield* read(function* (tx) {
    const wallets = yield* heldWallets(userUuid)
    const tickets = yield* tx.tickets.among({ uids: [input.item, issuedBy], transactionIds: [] })
    const ids = [issuedBy, ...tickets.map(({ transactionId }) => transactionId)]
    const found = yield* tx.transactions.findAll(ids)
    return yield* carriedBy(found.filter((each) => isReceived(each, wallets)))
  })
  for (const each of carried) {
    const { projection, tickets } = yield* openedReward(each)
    const held = heldReward(each, projection, tickets)
    const [reward] = held === undefined ? [] : yield* withItemFiles([held])
    const item = reward?.content.items.find((one) => one["uid"] === input.item)
    if (reward === undefined || item === undefined) continue
    yield* countedUse(each)
    const { content } = reward
    const view: RewardItemView = {
      transactionId: each.transaction.body.id,
      contentVersion: content.content_version,
      generatedAt: content.generated_at,
      templateSlug: content.template_slug,
      rewardName: content.name,
      rewardDescription: content.description,
      issuer: content.issuer,
      activity: content.activity,
      item,
      previewUrl: previewUrlOf(item),
      isInstallable: isInstallable(item),
    }
    return view
  }
  return yield* noItem()
})

const absent = () => new NotFound({ what: "reward" })
const noItem = () => new NotFound({ what: "item" })

const openedReward = step(function* (carried: Carried) {
  const opened = yield* openContent(carried.sealed)
  const source = carried.sealed.transaction
  const projection = yield* freshProjectionOf({ ...carried, opened, source }, isRewardContent)
  const tickets = yield* read(function* () {
    return yield* ticketsIn([{ carried, projection }])
  })
  return { projection, tickets }
})

/** The tickets among the items of contents. */
const ticketsIn = step(function* (
  rewards: readonly { readonly carried: Carried; readonly projection: Projection }[],
) {
  const tx = yield* Tx
  const uids = rewards.flatMap(({ carried: { issuedBy }, projection: { content } }) => [
    issuedBy,
    ...content.items
      .filter(({ type }) => type === "ticket")
      .flatMap(({ uid }) => (typeof uid === "string" ? [uid] : [])),
  ])
  return yield* tx.tickets.among({ uids, transactionIds: [] })
})

const heldReward = (
  { transaction, issuedBy, use }: Carried,
  { isUnfetched, ...projection }: Projection,
  tickets: readonly TicketHolding[],
): HeldReward | undefined => {
  const { id: transactionId, to_address: walletAddress } = transaction.body
  const content = heldContent(projection.content, { transactionId, issuedBy }, tickets)
  if (content === undefined) return undefined
  return {
    ...projection,
    transactionId,
    walletAddress,
    content,
    cacheHitCount: use?.hitCount ?? 0,
    lastAccessedAt: use?.lastAccessedAt,
    isOmitted: isUnfetched,
  }
}

/**
 * Rewards with URLs of the files that their items name, and of the copies of what they name at other
 * hosts, good for a while.
 */
const withItemFiles = step(function* (held: readonly HeldReward[]) {
  const { settings, objectStore } = yield* Ports
  const rewards = yield* withoutGone(held)
  const named = new Set(
    rewards.flatMap(({ content }) => filesIn(content.items).map(({ uuid }) => uuid)),
  )
  // Without a store there is nothing to show in place of an address.
  const sources = rewards.map(
    (reward): ReadonlyMap<string, string> =>
      objectStore === undefined || reward.sourceType === "hosted"
        ? new Map()
        : sourcesIn(reward.content, settings.baseUrl),
  )
  const hashes = [...new Set(sources.flatMap((each) => [...each.keys()]))]
  if (named.size === 0 && hashes.length === 0) return rewards
  const { files, copies } = yield* read(function* (tx, now) {
    const found = new Map<string, ShownFile>()
    const mirrored = hashes.length === 0 ? [] : yield* tx.mirroredAssets.findAll(hashes)
    const uuids = mirrored.flatMap(({ fileUuid }) => (fileUuid === undefined ? [] : [fileUuid]))
    for (const file of yield* tx.files.findAll([...new Set([...named, ...uuids])]))
      found.set(file.uuid, { file, url: (yield* viewFile(file, now)).url })
    return { files: found, copies: mirrored }
  })
  return rewards.map((reward, index): HeldReward => {
    const urlOf = (uuid: string | undefined) => {
      const shown = files.get(uuid ?? "")
      return shown !== undefined && isShownBy(shown.file, reward.content) ? shown.url : undefined
    }
    const copied = new Map(
      copies.flatMap(({ sourceHash, fileUuid }) => {
        const url = sources[index]?.get(sourceHash)
        return url === undefined ? [] : [[url, urlOf(fileUuid)] as const]
      }),
    )
    const items = reward.content.items.map((item) =>
      withFileUrls(
        withMirrors(item, (url) => copied.get(url)),
        urlOf,
      ),
    )
    return { ...reward, content: { ...reward.content, items } }
  })
})

/** Rewards without our own addresses of files that are there no more. */
const withoutGone = step(function* (rewards: readonly HeldReward[]) {
  const { settings } = yield* Ports
  const urls = rewards
    .flatMap(({ content: { issuer, activity, items } }) => [
      issuer?.logo_url ?? "",
      activity?.image_url ?? "",
      ...urlsIn(items),
    ])
    .filter((url) => fileAt(settings.baseUrl, url) !== undefined)
  if (urls.length === 0) return rewards
  const gone = yield* read(function* () {
    return yield* goneAmong(urls)
  })
  if (gone.size === 0) return rewards
  const shown = (url: string | null) => (gone.has(url ?? "") ? null : url)
  return rewards.map(({ content, ...reward }): HeldReward => {
    const { issuer, activity } = content
    const standing = {
      ...content,
      issuer: issuer && { ...issuer, logo_url: shown(issuer.logo_url) },
      activity: activity && { ...activity, image_url: shown(activity.image_url) },
      items: content.items.map((item) => withoutUrls(item, gone)),
    }
    return { ...reward, content: standing }
  })
})

interface ShownFile {
  readonly file: StoredFile
  readonly url: string
}

/** Counts that a content was opened: in memory, and once a minute in the store. */
const countedUse = step(function* ({ sealed, use }: Carried) {
  const { contentUses, clock } = yield* Ports
  const { isDue, hitCount, ...counted } = contentUses.count(sealed.transaction.body.id, clock.now())
  if (isDue)
    yield* transact(function* (tx) {
      yield* tx.cachedContents.addUse({ ...counted, hitCount })
    })
  return {
    cacheHitCount: (use?.hitCount ?? 0) + hitCount,
    lastAccessedAt: counted.lastAccessedAt,
  }
})
