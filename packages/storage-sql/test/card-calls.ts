import { card, cardModel, rewardTemplate } from "./sample-cards.ts"
import {
  activity,
  address,
  at,
  organization,
  places,
  sealedKey,
  tier,
  uuid,
  wallet,
} from "./sample-organization.ts"
import type { Repositories } from "@symbolon/core/storage"
import type { VerbCall } from "./verb-calls.ts"

const stranger = 900_001
const page = <SortBy extends string>(sortBy: SortBy) =>
  ({ page: 2, pageSize: 20, sortBy, sortOrder: "desc" }) as const

/** The verbs of cards, reward templates and tickets. */
export const cardCalls: readonly VerbCall[] = [
  {
    name: "cards.add",
    call: async (tx) => {
      await tx.wallets.add(wallet(stranger, { kind: "card" }), sealedKey)
      return tx.cards.add(card(stranger))
    },
  },
  {
    name: "cards.addAll",
    call: async (tx) => {
      const added = stranger + 10
      await tx.wallets.addAll([{ wallet: wallet(added, { kind: "card" }), key: sealedKey }])
      // One of them is taken, so that those that were added are asked for.
      return tx.cards.addAll([card(added), card(places.treasury)])
    },
  },
  { name: "cards.takenAmong", call: (tx) => tx.cards.takenAmong(["CARD-1", "CARD-2"]) },
  { name: "cards.find", call: (tx) => tx.cards.find(uuid(places.treasury)) },
  { name: "cards.findByIdentifier", call: (tx) => tx.cards.findByIdentifier("CARD-1") },
  {
    name: "cards.findAllByIdentifier",
    call: (tx) => tx.cards.findAllByIdentifier(["CARD-1", "CARD-2"]),
  },
  { name: "cards.ofWallet", call: (tx) => tx.cards.ofWallet(address(places.treasury)) },
  {
    name: "cards.listHeld",
    call: (tx) => tx.cards.listHeld({ holderUserUuid: uuid(places.treasury) }, page("identifier")),
  },
  {
    name: "cards.listInventory",
    call: (tx) =>
      tx.cards.listInventory(
        { organizationUuid: organization.uuid, at: at(0) },
        page("created_at"),
      ),
  },
  {
    name: "cards.listInventory by identifier",
    call: (tx) =>
      tx.cards.listInventory(
        { organizationUuid: organization.uuid, identifier: "CARD-1", at: at(0) },
        page("identifier"),
      ),
  },
  {
    name: "cards.listInventory, a search that finds few",
    call: (tx) =>
      tx.cards.listInventory(
        { organizationUuid: organization.uuid, search: "NOWHERE", at: at(0) },
        page("created_at"),
      ),
  },
  {
    name: "cards.listInventory, a search that finds many",
    call: (tx) =>
      tx.cards.listInventory(
        { organizationUuid: organization.uuid, search: "CARD", at: at(0) },
        page("created_at"),
      ),
  },
  { name: "cards.stockOf", call: (tx) => tx.cards.stockOf(organization.uuid, 100) },
  { name: "cards.countGranting", call: (tx) => tx.cards.countGranting(tier.uuid) },
  { name: "cards.countOfModel", call: (tx) => tx.cards.countOfModel(uuid(stranger)) },
  { name: "cardModels.add", call: (tx) => tx.cardModels.add(cardModel(stranger)) },
  { name: "cardModels.find", call: (tx) => tx.cardModels.find(uuid(stranger)) },
  { name: "cardModels.hold", call: (tx) => tx.cardModels.hold(uuid(stranger)) },
  { name: "cardModels.lock", call: (tx) => tx.cardModels.lock(uuid(stranger)) },
  { name: "cardModels.findAll", call: (tx) => tx.cardModels.findAll([uuid(stranger)]) },
  {
    name: "cardModels.list",
    call: (tx) =>
      tx.cardModels.list(
        { organizationUuid: organization.uuid, isActive: true },
        page("created_at"),
      ),
  },
  { name: "cardModels.change", call: (tx) => tx.cardModels.change(cardModel(stranger)) },
  { name: "cardModels.remove", call: (tx) => tx.cardModels.remove(uuid(stranger)) },
  { name: "cardModels.countGranting", call: (tx) => tx.cardModels.countGranting(tier.uuid) },
  { name: "cardModels.unlinkTier", call: (tx) => tx.cardModels.unlinkTier(tier.uuid, at(1)) },
  {
    name: "cardModels.unlinkTemplate",
    call: (tx) => tx.cardModels.unlinkTemplate(uuid(stranger), at(1)),
  },
  { name: "cards.lock", call: (tx) => tx.cards.lock(uuid(places.treasury)) },
  { name: "cards.lockHeld", call: (tx) => tx.cards.lockHeld(uuid(stranger)) },
  {
    name: "cards.changeAll",
    call: (tx) =>
      tx.cards.changeAll([{ ...card(places.treasury), isFrozen: true, updatedAt: at(1) }]),
  },
  {
    name: "cards.change",
    call: (tx) => tx.cards.change({ ...card(places.treasury), isFrozen: true, updatedAt: at(1) }),
  },
  { name: "rewardTemplates.add", call: (tx) => tx.rewardTemplates.add(rewardTemplate(stranger)) },
  { name: "rewardTemplates.lock", call: (tx) => tx.rewardTemplates.lock(uuid(stranger)) },
  {
    name: "rewardTemplates.change",
    call: (tx) => tx.rewardTemplates.change(rewardTemplate(stranger)),
  },
  { name: "rewardTemplates.remove", call: (tx) => tx.rewardTemplates.remove(uuid(stranger)) },
  ...(["created_at", "name"] as const).flatMap((sortBy) => [
    {
      name: `rewardTemplates.list by ${sortBy}`,
      call: (tx: Repositories) =>
        tx.rewardTemplates.list({ organizationUuid: organization.uuid }, page(sortBy)),
    },
    {
      name: `rewardTemplates.list of an activity by ${sortBy}`,
      call: (tx: Repositories) =>
        tx.rewardTemplates.list(
          {
            organizationUuid: organization.uuid,
            activityUuid: activity.uuid,
            statuses: ["active"],
          },
          page(sortBy),
        ),
    },
  ]),
  {
    name: "rewardTemplates.contents",
    call: (tx) => tx.rewardTemplates.contents([uuid(stranger)]),
  },
  {
    name: "rewardTemplates.putContent",
    call: async (tx) => {
      const template = rewardTemplate(stranger + 1)
      await tx.rewardTemplates.add(template)
      await tx.rewardTemplates.putContent({
        rewardTemplateUuid: template.uuid,
        sealed: { wrapped: { kekId: "kek-0", blob: "key" }, box: "box" },
      })
    },
  },
  {
    name: "rewardTemplates.removeContent",
    call: (tx) => tx.rewardTemplates.removeContent(uuid(stranger)),
  },
  {
    name: "rewardTemplates.holdFiles",
    call: async (tx) => {
      const template = { ...rewardTemplate(stranger + 2), slug: "with-files" }
      await tx.rewardTemplates.add(template)
      await tx.rewardTemplates.holdFiles(template.uuid, [uuid(1), uuid(2)])
    },
  },
  {
    name: "rewardTemplates.releaseFiles",
    call: (tx) => tx.rewardTemplates.releaseFiles(uuid(stranger)),
  },
  { name: "rewardTemplates.find", call: (tx) => tx.rewardTemplates.find("regatta-ticket") },
  {
    name: "rewardTemplates.findByName",
    call: (tx) => tx.rewardTemplates.findByName(organization.uuid, undefined, "Ticket"),
  },
  {
    name: "rewardTemplates.findByName of an activity",
    call: (tx) => tx.rewardTemplates.findByName(organization.uuid, activity.uuid, "Ticket"),
  },
  {
    name: "tickets.among",
    call: (tx) => tx.tickets.among({ uids: ["t-1", "t-2"], transactionIds: ["t-3", "t-4"] }),
  },
  { name: "issuances.find", call: (tx) => tx.issuances.find("t-1") },
  {
    name: "issuances.list",
    call: (tx) =>
      tx.issuances.list(
        { rewardTemplateUuid: uuid(stranger), at: at(0) },
        {
          page: 1,
          pageSize: 100,
          sortBy: "created_at",
          sortOrder: "desc",
        },
      ),
  },
  {
    name: "issuances.receivedAmong",
    call: (tx) =>
      tx.issuances.receivedAmong(uuid(stranger), {
        userUuids: [uuid(stranger)],
        walletAddresses: [address(stranger)],
      }),
  },
  {
    name: "issuances.countReversedClaims",
    call: (tx) => tx.issuances.countReversedClaims(uuid(stranger), uuid(stranger)),
  },
  { name: "tickets.find", call: (tx) => tx.tickets.find("t-1") },
  {
    name: "tickets.countValid of templates",
    call: (tx) => tx.tickets.countValid({ rewardTemplateUuids: [uuid(stranger), uuid(1)] }),
  },
  {
    name: "tickets.countValid to an activity",
    call: (tx) =>
      tx.tickets.countValid({ rewardTemplateUuids: [uuid(stranger)], activityUuid: activity.uuid }),
  },
  {
    name: "tickets.lastVoid",
    call: (tx) => tx.tickets.lastVoid(uuid(stranger), address(stranger)),
  },
  {
    name: "tickets.listValid of a template",
    call: (tx) => tx.tickets.listValid({ rewardTemplateUuid: uuid(stranger) }, undefined, 100),
  },
  {
    name: "tickets.listValid of an activity",
    call: (tx) => tx.tickets.listValid({ activityUuid: activity.uuid }, "t-1", 100),
  },
  {
    name: "tickets.listValid of a wallet",
    call: (tx) => tx.tickets.listValid({ walletAddress: address(stranger) }, "t-1", 100),
  },
  {
    name: "ledger.load of tickets",
    call: (tx) =>
      tx.ledger.load({ keys: [], transactions: [], wallets: [], tickets: ["t-1", "t-2"] }),
  },
]
