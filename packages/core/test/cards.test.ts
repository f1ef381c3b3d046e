import { describe, expect, it } from "vitest"
import { openMemory } from "../src/memory/index.ts"
import { type Caller, createSymbolon } from "../src/index.ts"
import { portsOf } from "../src/effect.ts"
import { memoryKeyVault } from "../src/testing/index.ts"
import { cardConsentSuite } from "./card-consent.suite.ts"
import { cardsSuite } from "./cards.suite.ts"
import { cardChangesSuite } from "./card-changes.suite.ts"
import { cardClaimsSuite } from "./card-claims.suite.ts"
import { cardPagesSuite } from "./card-pages.suite.ts"
import {
  createStaffedOrganization,
  userCaller,
  forbidden,
  tokenClaims,
} from "./fixtures/staffed-organization.ts"
import { claimCard, createTestCard } from "./fixtures/world.ts"

cardsSuite("memory", async () => openMemory({ strict: true }))
cardConsentSuite("memory", async () => openMemory({ strict: true }))
cardChangesSuite("memory", async () => openMemory({ strict: true }))
cardClaimsSuite("memory", async () => openMemory({ strict: true }))
cardPagesSuite("memory", async () => openMemory({ strict: true }))

const identifiers = (all: readonly { readonly identifier: string }[]) =>
  all.map(({ identifier }) => identifier)

describe("manufacture", () => {
  it("makes cards that are nobody's, each with a wallet, and leaves out those it cannot make", async () => {
    const { as, symbolon } = await createStaffedOrganization()
    const root = as("root").cards
    const first = await root.manufacture({ cards: [{ identifier: " a1\r", cardType: "qr" }] })
    expect(first.refused).toEqual([])
    expect(first.made).toMatchObject([
      {
        identifier: "A1",
        cardType: "qr",
        organizationUuid: undefined,
        holderUserUuid: undefined,
        claimedAt: undefined,
        isFrozen: false,
      },
    ])
    const { made, refused } = await root.manufacture({
      cards: ["B2", "]C1a1", "  ", "b2 ", "C3"].map((identifier) => ({
        identifier,
        cardType: "nfc",
        claimCode: "Secret",
      })),
    })
    expect(identifiers(made)).toEqual(["B2", "C3"])
    expect(refused).toMatchObject([
      { identifier: "]C1a1", code: "taken" },
      { identifier: "  ", code: "invalid" },
      { identifier: "b2 ", code: "duplicate" },
    ])
    expect(new Set(made.map(({ walletAddress }) => walletAddress)).size).toBe(2)
    // The code itself is not kept, and equal codes do not look alike.
    const stored = await portsOf(symbolon).storage.transact("read", (tx) =>
      Promise.all(made.map(({ uuid }) => tx.cards.find(uuid))),
    )
    expect(new Set(stored.map((card) => card?.claimCodeHash)).size).toBe(2)
    expect(made.filter((card) => "claimCodeHash" in card)).toEqual([])
    expect(JSON.stringify(made)).not.toContain("Secret")
  })

  it("is for service staff alone; for an organization's own app on a test network only", async () => {
    const { symbolon, as, forClub, clubUuid } = await createStaffedOrganization()
    const input = { cards: [{ identifier: "A1", cardType: "nfc" as const }] }
    for (const caller of [as("owner"), as("manager"), as("outsider"), forClub("owner")])
      await expect(caller.cards.manufacture(input)).rejects.toMatchObject(forbidden)
    const app = (serviceRole: "owner" | "manager", isFirstParty = true) =>
      symbolon.as({
        kind: "client",
        ...tokenClaims,
        organizationUuid: clubUuid,
        serviceRole,
        isFirstParty,
      })
    for (const caller of [app("manager"), app("owner", false)])
      await expect(caller.cards.manufacture(input)).rejects.toMatchObject(forbidden)
    expect((await app("owner").cards.manufacture(input)).made).toHaveLength(1)
    expect(
      (await forClub("root").cards.manufacture({ cards: [{ identifier: "A2", cardType: "nfc" }] }))
        .made,
    ).toHaveLength(1)
    // A third-party app does not lend its users the platform's power.
    const { team } = {
      team: await symbolon.users.create({
        username: "late-root",
        firstName: "R",
        accountType: "service",
      }),
    }
    const byThirdParty = symbolon.as({
      ...userCaller(team.user.uuid, { isServiceStaff: true }),
      isFirstParty: false,
    } as Caller)
    await expect(byThirdParty.cards.manufacture(input)).rejects.toMatchObject(forbidden)
  })

  it("on a main network is not for apps", async () => {
    const symbolon = await createSymbolon({
      storage: openMemory(),
      vault: memoryKeyVault(new Uint8Array(32).fill(7)),
      migrate: true,
    })
    const app = symbolon.as({
      kind: "client",
      ...tokenClaims,
      organizationUuid: "o",
      serviceRole: "owner",
    })
    await expect(
      app.cards.manufacture({ cards: [{ identifier: "A1", cardType: "nfc" }] }),
    ).rejects.toMatchObject(forbidden)
    expect(
      (await symbolon.cards.manufacture({ cards: [{ identifier: "A1", cardType: "nfc" }] })).made,
    ).toHaveLength(1)
  })
})

describe("a card", () => {
  it("is taken into an inventory by owner and manager for their organization, and by one organization", async () => {
    const { as, forClub, club, clubUuid, symbolon, team } = await createStaffedOrganization()
    const other = await symbolon.organizations.create({
      name: "Other",
      ownerUuid: team.outsider.uuid,
    })
    const names = ["A1", "A2", "A3"]
    await symbolon.cards.manufacture({
      cards: names.map((identifier) => ({ identifier, cardType: "nfc" })),
    })
    const take = (cards: readonly string[], organization = club) => ({
      organization,
      cards: cards.map((identifier) => ({ identifier })),
    })
    for (const caller of [as("owner"), forClub("staff"), forClub("door"), as("outsider")])
      await expect(caller.cards.addToInventory(take(["A1"]))).rejects.toMatchObject(forbidden)
    await expect(
      forClub("owner").cards.addToInventory(take(["A1"], other.slug)),
    ).rejects.toMatchObject(forbidden)
    const first = await forClub("owner").cards.addToInventory({
      organization: club,
      cards: [{ identifier: "a1", name: "Blue" }],
    })
    expect(first).toMatchObject({
      accepted: [{ identifier: "A1", name: "Blue", organizationUuid: clubUuid }],
      refused: [],
    })
    await symbolon.cards.addToInventory(take(["A2"], other.slug))
    const { accepted, refused: remaining } = await forClub("manager").cards.addToInventory(
      take(["a1", "A2", "A3", "]C1a3", "A9", " "]),
    )
    expect(identifiers(accepted)).toEqual(["A3"])
    expect(remaining.map(({ identifier, code }) => [identifier, code])).toEqual([
      ["a1", "taken"],
      ["A2", "taken"],
      ["]C1a3", "duplicate"],
      ["A9", "unknown"],
      [" ", "invalid"],
    ])
    await symbolon.cards.manufacture({
      cards: ["A4", "A5", "A6"].map((identifier) => ({ identifier, cardType: "nfc" })),
    })
    const nothing = "01994f3e-7c00-7000-8000-000000000001"
    const linked = await forClub("manager").cards.addToInventory({
      organization: club,
      cards: [
        { identifier: "A4", cardModelUuid: nothing },
        { identifier: "A5", membershipTierUuid: nothing },
        { identifier: "A6" },
      ],
    })
    expect(identifiers(linked.accepted)).toEqual(["A6"])
    expect(linked.refused).toEqual([
      {
        identifier: "A4",
        code: "invalid",
        message: "The organization has no such active card model.",
      },
      {
        identifier: "A5",
        code: "invalid",
        message: "The organization has no such membership tier.",
      },
    ])
  })

  it("is changed by owner, manager, staff and the platform's staff, and is absent for everybody else", async () => {
    const { forClub, club, team, symbolon } = await createStaffedOrganization()
    const other = await symbolon.organizations.create({
      name: "Other",
      ownerUuid: team.outsider.uuid,
    })
    const { uuid: card } = await createTestCard(symbolon, { organization: club, identifier: "A1" })
    await expect(forClub("door").cards.updateState({ card, isFrozen: true })).rejects.toMatchObject(
      forbidden,
    )
    await expect(
      forClub("outsider").cards.updateState({ card, isFrozen: true }),
    ).rejects.toMatchObject({
      _tag: "NotFound",
      what: "card",
    })
    const theirs = await createTestCard(symbolon, {
      organization: other.slug,
      identifier: "theirs",
    })
    await expect(
      forClub("owner").cards.updateState({ card: theirs.uuid, isFrozen: true }),
    ).rejects.toMatchObject({ _tag: "NotFound" })
    const { made } = await symbolon.cards.manufacture({
      cards: [{ identifier: "loose", cardType: "nfc" }],
    })
    for (const name of ["owner", "root"] as const)
      await expect(
        forClub(name).cards.updateState({ card: made[0]?.uuid ?? "", isFrozen: true }),
      ).rejects.toMatchObject({ _tag: "NotFound" })
    for (const name of ["owner", "manager", "staff", "root"] as const)
      expect(
        await forClub(name).cards.updateState({ card, isFrozen: name !== "manager" }),
      ).toMatchObject({
        isFrozen: name !== "manager",
      })
  })

  it("is assigned to live members, from hand to hand, until one of them claims it", async () => {
    const { symbolon, forClub, club, team, clock } = await createStaffedOrganization()
    const tier = await symbolon.tiers.create({ organization: club, name: "Friend" })
    const join = (username: string) =>
      symbolon.memberships.add({
        organization: club,
        member: { type: "username", value: username },
        tierSlug: tier.slug,
      })
    await join("the-staff")
    await join("the-door")
    const made = await createTestCard(symbolon, { organization: club, identifier: "A1" })
    const change = (holderUserUuid: string | null) =>
      forClub("manager").cards.updateState({ card: made.uuid, holderUserUuid })
    const card = await change(team.staff.uuid)
    expect(card).toMatchObject({ holderUserUuid: team.staff.uuid, claimedAt: undefined })
    expect(
      await forClub("manager").cards.updateState({ card: card.uuid, isFrozen: false }),
    ).toEqual(card)
    expect(await change(team.door.uuid)).toMatchObject({ holderUserUuid: team.door.uuid })
    expect(await change(null)).toEqual({
      ...card,
      holderUserUuid: undefined,
      // The log is empty yet.
      historyFrom: 0,
      updatedAt: clock.now(),
    })
    // Of a user who is no member it says what it says of nobody.
    const nobody = await change("nobody").catch((reason: unknown) => reason)
    expect(nobody).toMatchObject({ _tag: "IdentifierUnresolved", field: "holder_user_uuid" })
    expect(await change(team.outsider.uuid).catch((reason: unknown) => reason)).toEqual(nobody)
    await symbolon.memberships.removeMember({ organization: club, userUuid: team.door.uuid })
    expect(await change(team.door.uuid).catch((reason: unknown) => reason)).toEqual(nobody)

    await claimCard(symbolon, card.uuid, team.staff.uuid)
    for (const holder of [team.manager.uuid, null])
      await expect(change(holder)).rejects.toMatchObject({
        _tag: "Conflict",
        reason: "card_claimed",
      })
    expect(
      await forClub("manager").cards.updateState({
        card: card.uuid,
        holderUserUuid: team.staff.uuid,
        isFrozen: true,
      }),
    ).toMatchObject({
      isFrozen: true,
      claimedAt: clock.now(),
    })
    // Nobody consents for an account that is gone.
    await symbolon.users.delete({ userUuid: team.staff.uuid })
    expect(await change(null)).toMatchObject({ holderUserUuid: undefined, claimedAt: undefined })
  })

  it("that nobody claimed is no more once its organization is gone; a claimed one stays its holder's", async () => {
    const { symbolon, club, team, as } = await createStaffedOrganization()
    await createTestCard(symbolon, { organization: club, identifier: "A1" })
    const claimed = await createTestCard(symbolon, { organization: club, identifier: "A2" })
    await claimCard(symbolon, claimed.uuid, team.staff.uuid)
    const other = await symbolon.organizations.create({
      name: "Other",
      ownerUuid: team.outsider.uuid,
    })
    const issue = (key: string, value: string) =>
      as("outsider").tickets.issue({
        organization: other.slug,
        of: { name: "Any" },
        to: { type: "card", value },
        idempotencyKey: key,
      })
    await issue("before", "A1")
    await symbolon.organizations.delete({ organization: club, confirm: club })
    await expect(issue("after", "A1")).rejects.toMatchObject({
      _tag: "IdentifierUnresolved",
      field: "to",
    })
    await issue("claimed", "A2")
  })
})

describe("a ticket", () => {
  it("is of an active template and an activity of the organization, to a person or a card", async () => {
    const { symbolon, as, club, team, clubUuid } = await createStaffedOrganization()
    const other = await symbolon.organizations.create({
      name: "Other",
      ownerUuid: team.outsider.uuid,
    })
    const [ours, ours2] = [
      await symbolon.activities.create({ organization: club, name: "Regatta" }),
      await symbolon.activities.create({ organization: club, name: "Gala" }),
    ]
    const theirs = await symbolon.activities.create({ organization: other.slug, name: "Theirs" })
    const to = { type: "username", value: "a-stranger" } as const
    const base = { organization: club, to, idempotencyKey: "k" }
    const { transaction } = await as("owner").tickets.issue({
      ...base,
      of: { name: "Ticket" },
      activityUuid: ours.uuid,
    })
    const rewardTemplateUuid = transaction.body.reference_id
    const foreign = await symbolon.tickets.issue({
      ...base,
      organization: other.slug,
      of: { name: "Ticket" },
    })
    expect(foreign.transaction.body.reference_id).not.toBe(rewardTemplateUuid)
    const { items } = await symbolon.wallets.list({
      of: { treasuryOf: clubUuid },
      page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
    })
    const treasury = { type: "wallet", value: items[0]?.address ?? "" } as const
    const key = { idempotencyKey: "other" }
    for (const [requested, refusal] of [
      [
        { of: { rewardTemplateUuid: foreign.transaction.body.reference_id } },
        { _tag: "NotFound", what: "reward template" },
      ],
      [{ of: { rewardTemplateUuid: "nothing" } }, { _tag: "NotFound", what: "reward template" }],
      [
        { of: { name: "Ticket" }, activityUuid: theirs.uuid },
        { _tag: "NotFound", what: "activity" },
      ],
      [
        { of: { rewardTemplateUuid }, activityUuid: ours2.uuid },
        { _tag: "BadRequest", field: "activity_uuid" },
      ],
      [
        { of: { name: "Ticket" }, to: { type: "card", value: "UNKNOWN" } },
        { _tag: "IdentifierUnresolved", field: "to" },
      ],
      [
        { of: { name: "Ticket" }, to: treasury },
        { _tag: "BadRequest", field: "to" },
      ],
    ] as const)
      await expect(
        as("owner").tickets.issue({ ...base, ...key, ...requested }),
      ).rejects.toMatchObject(refusal)
    for (const name of ["staff", "outsider"] as const)
      await expect(
        as(name).tickets.issue({ ...base, ...key, of: { name: "Ticket" } }),
      ).rejects.toMatchObject(forbidden)
    // The same name for another activity, or for none, is another template; the same once more is
    // not.
    const references = []
    for (const [n, activityUuid] of [ours.uuid, ours2.uuid, undefined].entries()) {
      const made = await symbolon.tickets.issue({
        ...base,
        idempotencyKey: `n${n}`,
        of: { name: "Ticket" },
        activityUuid,
      })
      references.push(made.transaction.body.reference_id)
    }
    expect(references[0]).toBe(rewardTemplateUuid)
    expect(new Set(references).size).toBe(3)
  })
})
