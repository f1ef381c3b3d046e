import { card, rewardTemplate } from "./sample-cards.ts"
import {
  activity,
  address,
  at,
  organization,
  places,
  sealedKey,
  uuid,
  wallet,
} from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const stranger = 900_001

/** The verbs of cards, reward templates and tickets. */
export const cardCalls: readonly VerbCall[] = [
  {
    name: "cards.add",
    call: async (tx) => {
      await tx.wallets.add(wallet(stranger, { kind: "card" }), sealedKey)
      return tx.cards.add(card(stranger))
    },
  },
  { name: "cards.find", call: (tx) => tx.cards.find(uuid(places.treasury)) },
  { name: "cards.findByIdentifier", call: (tx) => tx.cards.findByIdentifier("CARD-1") },
  { name: "cards.ofWallet", call: (tx) => tx.cards.ofWallet(address(places.treasury)) },
  { name: "cards.lock", call: (tx) => tx.cards.lock(uuid(places.treasury)) },
  {
    name: "cards.change",
    call: (tx) => tx.cards.change({ ...card(places.treasury), isFrozen: true, updatedAt: at(1) }),
  },
  { name: "rewardTemplates.add", call: (tx) => tx.rewardTemplates.add(rewardTemplate(stranger)) },
  { name: "rewardTemplates.find", call: (tx) => tx.rewardTemplates.find("regatta-ticket") },
  {
    name: "rewardTemplates.findByName",
    call: (tx) => tx.rewardTemplates.findByName(organization.uuid, undefined, "Ticket"),
  },
  {
    name: "rewardTemplates.findByName of an activity",
    call: (tx) => tx.rewardTemplates.findByName(organization.uuid, activity.uuid, "Ticket"),
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
