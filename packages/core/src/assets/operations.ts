import { Effect } from "effect"
import { lockedUser } from "../accounts/steps.ts"
import { accessOf } from "../contract/endpoint.ts"
import * as endpoints from "../contract/endpoints/assets.ts"
import { isRewardContent } from "../contract/resources/reward-content.ts"
import type { Caller } from "../foundation/access/caller.ts"
import { permitToken } from "../foundation/access/permit.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import type { Page } from "../foundation/kernel/page.ts"
import { step } from "../foundation/step.ts"
import { listing } from "../foundation/listing.ts"
import { Ports, read, transact, Tx } from "../foundation/unit-of-work.ts"
import { goneAmong } from "../profiles/steps/gone-images.ts"
import { openContent } from "../ledger/content/seal-content.ts"
import { holderOf } from "../memberships/steps/holder.ts"
import { ownedPage } from "../profiles/steps.ts"
import { heldContent, isReceived } from "../rewards/held-reward.ts"
import { freshProjectionOf } from "../rewards/prepare-content.ts"
import { type Carried, carriedBy, heldWallets } from "../rewards/steps/holdings.ts"
import type { TriggerSubject } from "../rewards/triggers/happening.ts"
import { noteHappenings } from "../rewards/triggers/steps.ts"
import type { EquippedAsset, UserAsset } from "./asset.ts"
import { assetsIn, type OfferedAsset, slotFor } from "./asset-rules.ts"
import type {
  EquipAssetInput,
  ListAssetsInput,
  ListTemplateBackgroundsInput,
  RewardAssetsInput,
  UnequipCharacterInput,
} from "./inputs.ts"
import type {
  EquipResult,
  InstalledAsset,
  TemplateBackground,
  UninstalledAssets,
} from "./results.ts"

/** Lists the caller's installed assets, without those whose reward was reversed or is gone. */
export const list = listing(function* (caller: Caller, input: ListAssetsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listAssets), caller))
  const userUuid = yield* holderOf(caller, input)
  const { assetType } = input
  return yield* read(function* (tx) {
    const wallets = yield* heldWallets(userUuid)
    const of = {
      userUuid,
      walletAddresses: [...wallets.keys()],
      ...(assetType === undefined ? {} : { assetType }),
    }
    const found = yield* tx.assets.list(of, input.page)
    const page: Page<InstalledAsset> = { ...found, items: yield* withSlots(userUuid, found.items) }
    return page
  })
})

/**
 * Lists the background that the profile template of a page of the caller offers, at most one: that
 * of the card with which the page was issued.
 */
export const listTemplateBackgrounds = listing(function* (
  caller: Caller,
  input: ListTemplateBackgroundsInput,
) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listTemplateBackgrounds), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* read(function* (tx) {
    const [primary] = yield* tx.profilePages.primaryOf([userUuid])
    const page =
      input.profileUuid === undefined ? primary : yield* ownPage(userUuid, input.profileUuid)
    const card = page?.cardUuid === undefined ? undefined : yield* tx.cards.find(page.cardUuid)
    const model =
      card?.cardModelUuid === undefined ? undefined : yield* tx.cardModels.find(card.cardModelUuid)
    const template =
      model?.profileTemplateUuid === undefined
        ? undefined
        : yield* tx.profileTemplates.find(model.profileTemplateUuid)
    const { customBackground } = template ?? {}
    const all: readonly TemplateBackground[] =
      template === undefined || customBackground === undefined
        ? []
        : [{ profileTemplateUuid: template.uuid, name: template.name, customBackground }]
    const backgrounds: Page<TemplateBackground> = {
      items: input.page.page === 1 ? all : [],
      totalItems: all.length,
    }
    return backgrounds
  })
})

/**
 * Installs all assets of a reward of the caller, with the parts of its packs. A repeated call
 * returns the same assets. `NotFound` for a reward that the caller does not hold, or that has none.
 */
export const install = step(function* (caller: Caller, input: RewardAssetsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.install), caller))
  const userUuid = yield* holderOf(caller, input)
  const { ids } = yield* Ports
  const carried = yield* read(function* () {
    return yield* receivedBy(userUuid, input.transaction)
  })
  const offered = yield* offeredBy(carried)
  return yield* transact(function* (tx, now) {
    yield* lockedUser(userUuid)
    // Asked again: it may have been reversed, or its card handed on, while the content was opened.
    const { transaction } = yield* receivedBy(userUuid, input.transaction)
    const { id: transactionId, to_address: walletAddress } = transaction.body
    const there = yield* tx.assets.ofTransaction(userUuid, transactionId)
    const known = new Set(there.map(({ itemUid }) => itemUid))
    const missing = offered.filter(({ itemUid }) => !known.has(itemUid))
    if (missing.length > 0) yield* noteInstalled({ userUuid, walletAddress }, transactionId, now)
    yield* tx.assets.addAll(
      missing.map(
        (asset): UserAsset => ({
          ...asset,
          uuid: ids.uuid(),
          userUuid,
          transactionId,
          walletAddress,
          createdAt: now,
        }),
      ),
    )
    const installed: readonly InstalledAsset[] = yield* withSlots(
      userUuid,
      yield* tx.assets.ofTransaction(userUuid, transactionId),
    )
    return installed
  })
})

/** Tells triggers of rewards that the assets of a reward were installed; each reward counts once. */
const noteInstalled = step(function* (subject: TriggerSubject, transactionId: string, now: Date) {
  const tx = yield* Tx
  const issuance = yield* tx.issuances.find(transactionId)
  const template = issuance && (yield* tx.rewardTemplates.find(issuance.rewardTemplateUuid))
  if (template === undefined) return
  const { organizationUuid } = template
  // Organizations see the id: it names nobody.
  const id = `asset:${transactionId}`
  yield* noteHappenings(
    [{ event: "asset.installed", organizationUuid, id, subject, facts: {} }],
    now,
  )
})

/**
 * Puts an installed asset into a slot of a page of the caller, over the one before; a part of a
 * character into the slot that it declares. `NotFound` for an asset of somebody else, one whose
 * reward is gone, and a page of somebody else.
 */
export const equip = step(function* (caller: Caller, input: EquipAssetInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.equip), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    yield* lockedUser(userUuid)
    const page = yield* ownPage(userUuid, input.profileUuid)
    const asset = yield* tx.assets.find(input.userAssetUuid)
    const transaction =
      asset?.userUuid === userUuid ? yield* tx.transactions.find(asset.transactionId) : undefined
    const isStanding =
      transaction !== undefined && isReceived(transaction, yield* heldWallets(userUuid))
    if (asset === undefined || !isStanding) return yield* new NotFound({ what: "asset" })
    const slot = yield* Effect.fromResult(slotFor(asset, input.slot))
    const equipped: EquippedAsset = {
      profilePageUuid: page.uuid,
      slot,
      assetUuid: asset.uuid,
      equippedAt: now,
    }
    yield* tx.assets.equip(equipped)
    const result: EquipResult = {
      profileUuid: page.uuid,
      assetUuid: asset.uuid,
      slot,
      imageUrl: (yield* goneAmong([asset.url])).has(asset.url) ? undefined : asset.url,
    }
    return result
  })
})

/** Clears a slot of the character on a page of the caller, whether or not something is in it. */
export const unequipCharacter = step(function* (caller: Caller, input: UnequipCharacterInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.unequipCharacter), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx) {
    yield* lockedUser(userUuid)
    const { uuid } = yield* ownPage(userUuid, input.profileUuid)
    return yield* tx.assets.unequip(uuid, input.slot)
  })
})

/**
 * Removes the assets of a reward, from all pages too. They can be installed again while the reward
 * stands. `NotFound` when none is installed.
 */
export const uninstall = step(function* (caller: Caller, input: RewardAssetsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.uninstall), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx) {
    yield* lockedUser(userUuid)
    const count = yield* tx.assets.remove(userUuid, input.transaction)
    if (count === 0) return yield* noAssets()
    const removed: UninstalledAssets = { count }
    return removed
  })
})

const noAssets = () => new NotFound({ what: "reward with assets" })

/** What a transaction carries, if it is a reward that the user holds. */
const receivedBy = step(function* (userUuid: string, id: string) {
  const tx = yield* Tx
  const transaction = yield* tx.transactions.find(id)
  if (transaction === undefined || !isReceived(transaction, yield* heldWallets(userUuid)))
    return yield* noAssets()
  const [carried] = yield* carriedBy([transaction])
  return carried ?? (yield* noAssets())
})

/** The assets of a reward; `NotFound` where it has none. */
const offeredBy = step(function* (carried: Carried) {
  const opened = yield* openContent(carried.sealed)
  const source = carried.sealed.transaction
  const { content } = yield* freshProjectionOf({ ...carried, opened, source }, isRewardContent)
  const { issuedBy, transaction } = carried
  // A ticket is no asset, so it does not matter where tickets are.
  const held = heldContent(content, { transactionId: transaction.body.id, issuedBy }, [])
  const offered: readonly OfferedAsset[] = (held?.items ?? []).flatMap(assetsIn)
  return offered.length === 0 ? yield* noAssets() : offered
})

const ownPage = step(function* (userUuid: string, pageUuid: string) {
  return (yield* ownedPage(userUuid, pageUuid)) ?? (yield* new NotFound({ what: "profile page" }))
})

/** No user has more pages. */
const everyPage = { page: 1, pageSize: 1000, sortBy: "created_at", sortOrder: "asc" } as const

/** Assets with the slots of their user's pages that they are in. */
const withSlots = step(function* (userUuid: string, assets: readonly UserAsset[]) {
  const tx = yield* Tx
  const pages = yield* tx.profilePages.list(userUuid, everyPage)
  const worn = yield* tx.assets.equippedOn(pages.items.map(({ uuid }) => uuid))
  const gone = yield* goneAmong(assets.map(({ url }) => url))
  return assets.map(
    (asset): InstalledAsset => ({
      ...asset,
      url: gone.has(asset.url) ? undefined : asset.url,
      equipped: worn
        .filter(({ assetUuid }) => assetUuid === asset.uuid)
        .map(({ profilePageUuid, slot }) => ({ profilePageUuid, slot })),
    }),
  )
})
