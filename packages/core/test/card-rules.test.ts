import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Card } from "../src/cards/card.ts"
import {
  cardRules,
  cardState,
  frozenBy,
  offeredUntil,
  withoutOrganization,
} from "../src/cards/card-rules.ts"

const now = new Date("2026-11-21T10:00:00.000Z")
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const [ada, ben, eve] = ["ada", "ben", "eve"]

const made: Card = {
  uuid: "card",
  identifier: "A7",
  name: undefined,
  holderName: undefined,
  cardType: "nfc",
  organizationUuid: undefined,
  holderUserUuid: undefined,
  claimedAt: undefined,
  historyFrom: undefined,
  claimCodeHash: undefined,
  isFrozen: false,
  frozenBy: undefined,
  walletAddress: "wallet",
  createdAt: now,
  updatedAt: undefined,
  cardModelUuid: undefined,
  membershipTierUuid: undefined,
  tierGrantedAt: undefined,
  primarySince: undefined,
  offeredToUserUuid: undefined,
  offeredAt: undefined,
  withdrawnAt: undefined,
  profilePageUuid: undefined,
  customFrontImageFileUuid: undefined,
  madeForUuid: undefined,
}
const inventory: Card = { ...made, organizationUuid: "club" }
const assigned: Card = { ...inventory, holderUserUuid: ada }
const claimed: Card = { ...assigned, claimedAt: now, tierGrantedAt: now }
const offered: Card = { ...claimed, offeredToUserUuid: ben, offeredAt: now }
const withdrawn: Card = { ...inventory, withdrawnAt: now }
const frozenFor = (card: Card, by: "holder" | "organization" | "both"): Card => ({
  ...card,
  isFrozen: true,
  frozenBy: by,
})

const claimBy = (
  userUuid: string,
  change: Partial<Parameters<typeof cardRules.claim>[1]> = {},
) => ({
  userUuid,
  claimCodeHash: undefined,
  isOrganizationThere: true,
  tierUuid: "gold",
  ...change,
})
const assignTo = (userUuid: string | undefined, isHolderGone = false) => ({
  userUuid,
  isHolderGone,
})
const reasonOf = <A>(result: Result.Result<A, { readonly _tag: string }>): string => {
  if (Result.isSuccess(result)) return "ok"
  return "reason" in result.failure && result.failure._tag === "Conflict"
    ? String(result.failure.reason)
    : result.failure._tag
}
const cardOf = (result: Result.Result<Card, unknown>): Card => {
  if (Result.isFailure(result)) throw new Error("The rule refused.")
  return result.success
}

describe("the state machine of cards", () => {
  const taking = { ...inventory, name: "Blue", membershipTierUuid: "gold" }
  it.each([
    [
      "manufactured -> inventory: an organization takes the card",
      cardRules.take(made, taking, now),
      "inventory",
    ],
    [
      "inventory -> assigned: a member is named",
      cardRules.assign(inventory, assignTo(ada), now),
      "assigned",
    ],
    [
      "assigned -> assigned: another member is named",
      cardRules.assign(assigned, assignTo(ben), now),
      "assigned",
    ],
    [
      "assigned -> inventory: the assignment is removed",
      cardRules.assign(assigned, assignTo(undefined), now),
      "inventory",
    ],
    [
      "claimed -> inventory: the holder's account is deleted",
      cardRules.assign(claimed, assignTo(undefined, true), now),
      "inventory",
    ],
    ["inventory -> withdrawn", cardRules.withdraw(inventory, {}, now), "withdrawn"],
    ["assigned -> withdrawn", cardRules.withdraw(assigned, {}, now), "withdrawn"],
    ["claimed -> withdrawn", cardRules.withdraw(offered, {}, now), "withdrawn"],
    ["withdrawn -> inventory", cardRules.putBack(withdrawn, {}, now), "inventory"],
  ])("%s", (_, result, state) => {
    expect(cardState(cardOf(result))).toBe(state)
    expect(cardOf(result).updatedAt).toEqual(now)
  })

  it.each([
    [
      "a card in an inventory is not taken again",
      cardRules.take(inventory, taking, now),
      "in_inventory",
    ],
    [
      "a card of another organization is not taken",
      cardRules.take({ ...inventory, organizationUuid: "other" }, taking, now),
      "taken",
    ],
    [
      "a manufactured card is not assigned",
      cardRules.assign(made, assignTo(ada), now),
      "not_in_inventory",
    ],
    [
      "a claimed card is not given to another person",
      cardRules.assign(claimed, assignTo(ben), now),
      "card_claimed",
    ],
    [
      "a claimed card is not taken from its holder",
      cardRules.assign(claimed, assignTo(undefined), now),
      "card_claimed",
    ],
    [
      "a withdrawn card is not assigned",
      cardRules.assign(withdrawn, assignTo(ada), now),
      "card_withdrawn",
    ],
    ["a manufactured card is not withdrawn", cardRules.withdraw(made, {}, now), "not_in_inventory"],
    [
      "a withdrawn card is not frozen",
      cardRules.freeze(withdrawn, { by: "organization" }, now),
      "card_withdrawn",
    ],
    [
      "an assigned card is not frozen by its holder",
      cardRules.freeze(assigned, { by: "holder" }, now),
      "card_not_claimed",
    ],
    [
      "an assigned card is not unfrozen by its holder",
      cardRules.unfreeze(frozenFor(assigned, "organization"), { by: "holder" }, now),
      "card_not_claimed",
    ],
    [
      "an assigned card is not offered",
      cardRules.offer(assigned, { userUuid: ben }, now),
      "card_not_claimed",
    ],
    [
      "an assigned card is not primary",
      cardRules.makePrimary(assigned, {}, now),
      "card_not_claimed",
    ],
    [
      "an assigned card is not renamed by its holder",
      cardRules.rename(assigned, { holderName: "Mine" }, now),
      "card_not_claimed",
    ],
    [
      "a frozen card is not offered",
      cardRules.offer(frozenFor(claimed, "holder"), { userUuid: ben }, now),
      "card_frozen",
    ],
    [
      "the holder does not unfreeze what the organization froze",
      cardRules.unfreeze(frozenFor(claimed, "organization"), { by: "holder" }, now),
      "Forbidden",
    ],
    [
      "the organization does not unfreeze what the holder froze",
      cardRules.unfreeze(frozenFor(claimed, "holder"), { by: "organization" }, now),
      "Forbidden",
    ],
  ])("%s", (_, result, reason) => expect(reasonOf(result)).toBe(reason))

  it.each([
    ["the same holder again", assigned, cardRules.assign(assigned, assignTo(ada), now)],
    ["withdrawn again", withdrawn, cardRules.withdraw(withdrawn, {}, now)],
    ["returned again", inventory, cardRules.putBack(inventory, {}, now)],
    ["unfrozen again", claimed, cardRules.unfreeze(claimed, { by: "holder" }, now)],
    ["no offer to end", claimed, cardRules.offer(claimed, { userUuid: undefined }, now)],
    ["the same name", claimed, cardRules.rename(claimed, { holderName: undefined }, now)],
  ])("%s changes nothing", (_, before, result) => expect(cardOf(result)).toBe(before))

  it("a card that both froze is unfrozen by both, in either order", () => {
    const first = cardOf(cardRules.freeze(offered, { by: "holder" }, now))
    expect(frozenBy(first)).toBe("holder")
    expect(first.offeredToUserUuid).toBeUndefined()
    const both = cardOf(cardRules.freeze(first, { by: "organization" }, now))
    expect(frozenBy(both)).toBe("both")
    expect(cardOf(cardRules.freeze(both, { by: "holder" }, now))).toBe(both)
    for (const [one, other] of [
      ["holder", "organization"],
      ["organization", "holder"],
    ] as const) {
      const half = cardOf(cardRules.unfreeze(both, { by: one }, now))
      expect([half.isFrozen, frozenBy(half)]).toEqual([true, other])
      const free = cardOf(cardRules.unfreeze(half, { by: other }, now))
      expect([free.isFrozen, frozenBy(free)]).toEqual([false, undefined])
    }
  })

  it("a freeze that names no one is the organization's", () => {
    const old = { ...claimed, isFrozen: true }
    expect(frozenBy(old)).toBe("organization")
    expect(reasonOf(cardRules.unfreeze(old, { by: "holder" }, now))).toBe("Forbidden")
  })

  it("withdrawing ends the holder, the offer, the primary card and the holder's freeze, not the organization's", () => {
    const card = frozenFor({ ...offered, primarySince: now }, "both")
    expect(cardOf(cardRules.withdraw(card, {}, now))).toEqual({
      ...frozenFor(inventory, "organization"),
      tierGrantedAt: now,
      withdrawnAt: now,
      updatedAt: now,
    })
  })

  it("an offer stands for 7 days and not a moment longer", () => {
    const card = cardOf(cardRules.offer(claimed, { userUuid: ben }, now))
    expect(offeredUntil(card, now)).toEqual(later(7))
    expect(offeredUntil(card, new Date(later(7).getTime() - 1))).toEqual(later(7))
    expect(offeredUntil(card, later(7))).toBeUndefined()
    expect(offeredUntil(claimed, now)).toBeUndefined()
    expect(cardOf(cardRules.offer(card, { userUuid: undefined }, now)).offeredAt).toBeUndefined()
  })
})

describe("the claim table of cards", () => {
  const claims = (card: Card, ask = claimBy(ada), at = now) => cardRules.claim(card, ask, at)
  const coded = { ...inventory, claimCodeHash: "hash" }

  it.each([
    ["a card of nobody", inventory, claimBy(ada), true],
    [
      "a card of nobody that grants no tier",
      inventory,
      claimBy(ada, { tierUuid: undefined }),
      false,
    ],
    [
      "a card that granted its tier before",
      { ...inventory, tierGrantedAt: now },
      claimBy(ada),
      false,
    ],
    ["a card that is assigned to the claimer", assigned, claimBy(ada), true],
    ["a card with its code", coded, claimBy(ada, { claimCodeHash: "hash" }), true],
    ["a card that is offered to the claimer", offered, claimBy(ben), false],
    [
      "an offered card that never granted a tier",
      { ...offered, tierGrantedAt: undefined },
      claimBy(ben),
      false,
    ],
    [
      "an offered card whose organization is gone",
      offered,
      claimBy(ben, { isOrganizationThere: false }),
      false,
    ],
  ])("%s is claimed", (_, card, ask, grantsTier) => {
    const result = claims(card, ask)
    if (Result.isFailure(result)) throw new Error("The claim was refused.")
    expect(result.success.grantsTier).toBe(grantsTier)
    expect(result.success.card).toEqual({
      ...card,
      holderUserUuid: ask.userUuid,
      claimedAt: now,
      tierGrantedAt: grantsTier ? now : card.tierGrantedAt,
      primarySince: undefined,
      offeredToUserUuid: undefined,
      offeredAt: undefined,
      updatedAt: now,
    })
  })

  it.each([
    ["a card in no inventory", made, claimBy(ada), now],
    ["a withdrawn card", withdrawn, claimBy(ada), now],
    ["a frozen card", frozenFor(inventory, "organization"), claimBy(ada), now],
    ["a card with a code, without one", coded, claimBy(ada), now],
    ["a card with another code", coded, claimBy(ada, { claimCodeHash: "other" }), now],
    ["a card that is assigned to another person", assigned, claimBy(ben), now],
    ["another person's card", claimed, claimBy(ben), now],
    ["a card that is offered to another person", offered, claimBy(eve), now],
    ["a card whose offer has lapsed", offered, claimBy(ben), later(7)],
    [
      "a card of an organization that is gone",
      inventory,
      claimBy(ada, { isOrganizationThere: false }),
      now,
    ],
    [
      "an assigned card of an organization that is gone",
      assigned,
      claimBy(ada, { isOrganizationThere: false }),
      now,
    ],
  ])("%s is not found", (_, card, ask, at) => {
    const result = claims(card, ask, at)
    expect(Result.isFailure(result) && result.failure).toMatchObject({
      _tag: "NotFound",
      what: "card",
    })
  })

  it.each([claimed, offered, frozenFor(claimed, "both"), { ...claimed, claimCodeHash: "hash" }])(
    "one's own card stays as it is (%#)",
    (card) => expect(claims(card)).toEqual(Result.succeed({ card, grantsTier: false })),
  )
})

describe("every card that the rules can reach", () => {
  const triggers: Readonly<Record<string, (card: Card, at: Date) => Result.Result<Card, unknown>>> =
    {
      take: (card, at) => cardRules.take(card, inventory, at),
      "assign ada": (card, at) => cardRules.assign(card, assignTo(ada), at),
      "assign ben": (card, at) => cardRules.assign(card, assignTo(ben), at),
      release: (card, at) => cardRules.assign(card, assignTo(undefined), at),
      "release, account gone": (card, at) => cardRules.assign(card, assignTo(undefined, true), at),
      withdraw: (card, at) => cardRules.withdraw(card, {}, at),
      putBack: (card, at) => cardRules.putBack(card, {}, at),
      "claim ada": (card, at) =>
        Result.map(cardRules.claim(card, claimBy(ada), at), (it) => it.card),
      "claim ben": (card, at) =>
        Result.map(cardRules.claim(card, claimBy(ben), at), (it) => it.card),
      "offer ben": (card, at) => cardRules.offer(card, { userUuid: ben }, at),
      "end offer": (card, at) => cardRules.offer(card, { userUuid: undefined }, at),
      decorate: (card, at) =>
        cardRules.decorate(
          card,
          { profilePageUuid: "page", customFrontImageFileUuid: "image" },
          at,
        ),
      rename: (card, at) => cardRules.rename(card, { holderName: "Mine" }, at),
      primary: (card, at) => cardRules.makePrimary(card, {}, at),
      "freeze holder": (card, at) => cardRules.freeze(card, { by: "holder" }, at),
      "freeze organization": (card, at) => cardRules.freeze(card, { by: "organization" }, at),
      "unfreeze holder": (card, at) => cardRules.unfreeze(card, { by: "holder" }, at),
      "organization deleted": (card, at) => Result.succeed(withoutOrganization(card, at)),
      "unfreeze organization": (card, at) => cardRules.unfreeze(card, { by: "organization" }, at),
    }

  /** Walks the whole machine: every trigger in every state, now and after the offer lapsed. */
  const reach = (check: (before: Card, after: Card, trigger: string) => void): number => {
    const keyOf = (card: Card) => JSON.stringify({ ...card, updatedAt: undefined })
    const known = new Map([[keyOf(made), made]])
    const open = [made]
    for (let card = open.pop(); card !== undefined; card = open.pop())
      for (const [name, apply] of Object.entries(triggers))
        for (const at of [now, later(7)]) {
          const result = apply(card, at)
          if (Result.isFailure(result)) continue
          const after = { ...result.success, updatedAt: undefined }
          check(card, after, name)
          // Moments are taken for two: now, and after.
          if (known.has(keyOf(after))) continue
          known.set(keyOf(after), after)
          open.push(after)
        }
    return known.size
  }

  /** What must hold of every card, by name. */
  const invariants: Readonly<Record<string, (card: Card) => boolean>> = {
    "a claim has a holder": (card) =>
      card.claimedAt === undefined || card.holderUserUuid !== undefined,
    "a frozen card says by whom": (card) => card.isFrozen === (card.frozenBy !== undefined),
    "only a claimed card is primary or offered": (card) =>
      cardState(card) === "claimed" ||
      (card.primarySince === undefined && card.offeredToUserUuid === undefined),
    "only a claimed card has a name of its holder": (card) =>
      cardState(card) === "claimed" || card.holderName === undefined,
    "only a claimed card is frozen by its holder": (card) =>
      cardState(card) === "claimed" || !["holder", "both"].includes(card.frozenBy ?? ""),
    "a frozen card is not offered": (card) =>
      !card.isFrozen || card.offeredToUserUuid === undefined,
    "an offer has a moment, and only an offer": (card) =>
      (card.offeredToUserUuid === undefined) === (card.offeredAt === undefined),
    "a withdrawn card has no holder": (card) =>
      card.withdrawnAt === undefined || card.holderUserUuid === undefined,
    "a held card is in an inventory": (card) =>
      card.holderUserUuid === undefined || card.organizationUuid === "club",
    "what a card was made with stays": (card) =>
      card.identifier === "A7" && card.walletAddress === "wallet" && card.createdAt === now,
    "a manufactured card has nothing else": (card) =>
      cardState(card) !== "manufactured" ||
      JSON.stringify({ ...card, updatedAt: undefined }) === JSON.stringify(made),
  }

  it("is in one state, and keeps the invariants of cards", () => {
    const states = new Set<string>()
    const broken = new Set<string>()
    const size = reach((_, card) => {
      states.add(cardState(card))
      for (const [name, holds] of Object.entries(invariants)) if (!holds(card)) broken.add(name)
    })
    expect([...broken]).toEqual([])
    expect([...states].toSorted()).toEqual([
      "assigned",
      "claimed",
      "inventory",
      "manufactured",
      "withdrawn",
    ])
    expect(size).toBeGreaterThan(100)
  })

  it("gets a claimer by a claim alone, and another one by an offer, a release or a withdrawal alone", () => {
    const wrong = new Set<string>()
    reach((before, after, trigger) => {
      const isClaim = trigger.startsWith("claim")
      if (after.holderUserUuid === before.holderUserUuid) return
      if (cardState(after) === "claimed" && !isClaim) wrong.add(trigger)
      if (cardState(before) !== "claimed") return
      const isOffered = before.offeredToUserUuid === after.holderUserUuid
      const isTaken = ["withdraw", "release, account gone"].includes(trigger)
      if (isClaim ? !isOffered : !isTaken) wrong.add(trigger)
    })
    expect([...wrong]).toEqual([])
  })

  it("grants its tier once, by a claim, and never again", () => {
    const wrong = new Set<string>()
    reach((before, after, trigger) => {
      if (after.tierGrantedAt === before.tierGrantedAt) return
      if (before.tierGrantedAt !== undefined || !trigger.startsWith("claim")) wrong.add(trigger)
    })
    expect([...wrong]).toEqual([])
  })
})
