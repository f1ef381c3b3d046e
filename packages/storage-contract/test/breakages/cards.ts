import { type Breakage, verbs } from "./breakage.ts"

const changed = "cards: change writes all but what a card was made with, of one card"
const found = "cards: found by uuid, by identifier and by wallet, with all fields and with none"
const named =
  "rewardTemplates: by name it is the organization's oldest active one, for the activity or for none"
const valid =
  "tickets: the valid ones of a template, an activity or a wallet, by uid, from one on, at most as many as asked"
const moved =
  "tickets: load finds one by the transaction that issued it and by the last that moved it, and write moves it"

export const ofCards: readonly Breakage[] = [
  verbs("a card is found by any spelling of its identifier", found, () => (tx) => ({
    cards: {
      ...tx.cards,
      findByIdentifier: (identifier) => tx.cards.findByIdentifier(identifier.toUpperCase()),
    },
  })),
  verbs("a frozen card thaws as it is added", found, () => (tx) => ({
    cards: { ...tx.cards, add: (card) => tx.cards.add({ ...card, isFrozen: false }) },
  })),
  verbs(
    "a taken identifier is no reason to refuse",
    "cards: an identifier is taken once in the deployment, also by two at once",
    () => (tx) => ({
      cards: { ...tx.cards, add: async (card) => (await tx.cards.add(card)) || true },
    }),
  ),
  verbs(
    "a second card of a wallet is refused quietly",
    "cards: a wallet belongs to one card: a second one is rejected",
    () => (tx) => ({
      cards: {
        ...tx.cards,
        add: async (card) =>
          (await tx.cards.ofWallet(card.walletAddress)) === undefined && tx.cards.add(card),
      },
    }),
  ),
  verbs("change never releases a card", changed, () => (tx) => ({
    cards: {
      ...tx.cards,
      change: async (card) =>
        tx.cards.change({
          ...card,
          holderUserUuid: card.holderUserUuid ?? (await tx.cards.find(card.uuid))?.holderUserUuid,
        }),
    },
  })),
  verbs("change forgets that a card was claimed", changed, () => (tx) => ({
    cards: { ...tx.cards, change: (card) => tx.cards.change({ ...card, claimedAt: undefined }) },
  })),
  verbs("change leaves a card in its inventory", changed, () => (tx) => ({
    cards: {
      ...tx.cards,
      change: async (card) =>
        tx.cards.change({
          ...card,
          organizationUuid: (await tx.cards.find(card.uuid))?.organizationUuid,
        }),
    },
  })),
  verbs("change of an unknown card is true", changed, () => (tx) => ({
    cards: { ...tx.cards, change: async (card) => (await tx.cards.change(card)) || true },
  })),
]

export const ofRewards: readonly Breakage[] = [
  verbs(
    "a slug that is taken is no reason to refuse",
    "rewardTemplates: found by slug and by uuid; a slug is taken once in the deployment",
    () => (tx) => ({
      rewardTemplates: {
        ...tx.rewardTemplates,
        add: async (template) => (await tx.rewardTemplates.add(template)) || true,
      },
    }),
  ),
  verbs("a template of no activity is one of all", named, () => (tx) => ({
    rewardTemplates: {
      ...tx.rewardTemplates,
      findByName: async (organization, activity, name) =>
        (await tx.rewardTemplates.findByName(organization, activity, name)) ??
        (await tx.rewardTemplates.findByName(organization, undefined, name)),
    },
  })),
  verbs("an issued ticket is always valid", valid, () => (tx) => ({
    ledger: {
      ...tx.ledger,
      write: (writes) =>
        tx.ledger.write({
          ...writes,
          tickets: writes.tickets.map((ticket) => ({ ...ticket, state: "valid" })),
        }),
    },
  })),
  verbs("a list of tickets begins with the one asked after", valid, () => (tx) => ({
    tickets: {
      ...tx.tickets,
      listValid: async (of, after, limit) => {
        const all = await tx.tickets.listValid(of, undefined, 1000)
        return all.filter(({ uid }) => after === undefined || uid >= after).slice(0, limit)
      },
    },
  })),
  verbs("a ticket is loaded by its issue alone", moved, () => (tx) => ({
    ledger: {
      ...tx.ledger,
      load: async (needs) => {
        const view = await tx.ledger.load(needs)
        return {
          ...view,
          tickets: new Map([...view.tickets].filter(([uid]) => needs.tickets?.includes(uid))),
        }
      },
    },
  })),
  verbs("a moved ticket is not written", moved, () => (tx) => ({
    ledger: { ...tx.ledger, write: (writes) => tx.ledger.write({ ...writes, movedTickets: [] }) },
  })),
  verbs(
    "a ticket that is issued again is ignored",
    "tickets: one is issued once, a transaction holds one ticket, and what is moved is there",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const known = await Promise.all(writes.tickets.map(({ uid }) => tx.tickets.find(uid)))
          await tx.ledger.write({
            ...writes,
            tickets: writes.tickets.filter((_, n) => known[n] === undefined),
          })
        },
      },
    }),
  ),
]
