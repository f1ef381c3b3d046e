import { describe, expect, it } from "vitest"
import { openMemory } from "../src/memory/index.ts"
import { tellOfCardsOn } from "./cards.ts"
import { openClub, refused } from "./team.ts"

tellOfCardsOn("memory", async () => openMemory({ strict: true }))

describe("a card", () => {
  it("has an identifier that nobody else has, however it is spelled, in any organization", async () => {
    const { symbolon, club, team } = await openClub()
    const other = await symbolon.organizations.create({ name: "Other", ownerUuid: team.stranger.uuid })
    await symbolon.cards.create({ organization: club, identifier: "A1", cardType: "qr" })
    for (const identifier of ["A1", " a1", "]C1a1"])
      await expect(symbolon.cards.create({ organization: other.slug, identifier, cardType: "nfc" })).rejects.toMatchObject({
        _tag: "Conflict",
        reason: "identifier_taken",
      })
    await expect(symbolon.cards.create({ organization: club, identifier: "]C1 ", cardType: "nfc" })).rejects.toMatchObject({
      errors: { identifier: expect.any(String) },
    })
  })

  it("is made and changed by owner, manager and the platform's staff alone, and is absent for everybody else", async () => {
    const { as, club, team, symbolon } = await openClub()
    const other = await symbolon.organizations.create({ name: "Other", ownerUuid: team.stranger.uuid })
    for (const name of ["staff", "door", "stranger"] as const)
      await expect(as(name).cards.create({ organization: club, identifier: name, cardType: "nfc" })).rejects.toMatchObject(refused)
    const cards = await Promise.all(
      (["owner", "manager", "root"] as const).map((name) =>
        as(name).cards.create({ organization: club, identifier: name, cardType: "nfc" }),
      ),
    )
    const card = cards[0]?.uuid ?? ""
    for (const name of ["staff", "door"] as const)
      await expect(as(name).cards.change({ card, isFrozen: true })).rejects.toMatchObject(refused)
    await expect(as("stranger").cards.change({ card, isFrozen: true })).rejects.toMatchObject({ _tag: "NotFound", what: "card" })
    const theirs = await symbolon.cards.create({ organization: other.slug, identifier: "theirs", cardType: "virtual" })
    await expect(as("owner").cards.change({ card: theirs.uuid, isFrozen: true })).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await as("root").cards.change({ card, isFrozen: true })).toMatchObject({ isFrozen: true })
  })

  it("goes from hand to hand, and nobody unknown holds it", async () => {
    const { symbolon, club, team, clock } = await openClub()
    const card = await symbolon.cards.create({ organization: club, identifier: "A1", cardType: "nfc", holderUserUuid: team.staff.uuid })
    expect(card.holderUserUuid).toBe(team.staff.uuid)
    expect(await symbolon.cards.change({ card: card.uuid, isFrozen: false })).toEqual(card)
    const released = await symbolon.cards.change({ card: card.uuid, holderUserUuid: null })
    expect(released).toEqual({ ...card, holderUserUuid: undefined, updatedAt: clock.now() })
    for (const call of [
      symbolon.cards.change({ card: card.uuid, holderUserUuid: "nobody" }),
      symbolon.cards.create({ organization: club, identifier: "A2", cardType: "nfc", holderUserUuid: "nobody" }),
    ])
      await expect(call).rejects.toMatchObject({ _tag: "IdentifierUnresolved", field: "holder_user_uuid" })
  })

  it("is no more once its organization is gone", async () => {
    const { symbolon, club, team, as } = await openClub()
    await symbolon.cards.create({ organization: club, identifier: "A1", cardType: "nfc", holderUserUuid: team.staff.uuid })
    const other = await symbolon.organizations.create({ name: "Other", ownerUuid: team.stranger.uuid })
    const issue = (key: string) =>
      as("stranger").rewards.issueTicket({
        organization: other.slug,
        of: { name: "Any" },
        to: { type: "card", value: "A1" },
        idempotencyKey: key,
      })
    await issue("before")
    await symbolon.organizations.remove({ organization: club, confirm: club })
    await expect(issue("after")).rejects.toMatchObject({ _tag: "IdentifierUnresolved", field: "to" })
  })
})

describe("a ticket", () => {
  it("is of an active template and an activity of the organization, to a person or a card", async () => {
    const { symbolon, as, club, team, clubUuid } = await openClub()
    const other = await symbolon.organizations.create({ name: "Other", ownerUuid: team.stranger.uuid })
    const [ours, ours2] = [
      await symbolon.activities.create({ organization: club, name: "Regatta" }),
      await symbolon.activities.create({ organization: club, name: "Gala" }),
    ]
    const theirs = await symbolon.activities.create({ organization: other.slug, name: "Theirs" })
    const to = { type: "username", value: "a-stranger" } as const
    const base = { organization: club, to, idempotencyKey: "k" }
    const { transaction } = await as("owner").rewards.issueTicket({ ...base, of: { name: "Ticket" }, activityUuid: ours.uuid })
    const rewardTemplateUuid = transaction.body.reference_id
    const foreign = await symbolon.rewards.issueTicket({ ...base, organization: other.slug, of: { name: "Ticket" } })
    expect(foreign.transaction.body.reference_id).not.toBe(rewardTemplateUuid)
    const { items } = await symbolon.wallets.list({
      of: { treasuryOf: clubUuid },
      page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
    })
    const treasury = { type: "wallet", value: items[0]?.address ?? "" } as const
    const key = { idempotencyKey: "other" }
    for (const [asked, refusal] of [
      [{ of: { rewardTemplateUuid: foreign.transaction.body.reference_id } }, { _tag: "NotFound", what: "reward template" }],
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
      await expect(as("owner").rewards.issueTicket({ ...base, ...key, ...asked })).rejects.toMatchObject(refusal)
    for (const name of ["staff", "stranger"] as const)
      await expect(as(name).rewards.issueTicket({ ...base, ...key, of: { name: "Ticket" } })).rejects.toMatchObject(refused)
    // The same name for another activity, or for none, is another template; the same once more is not.
    const references = []
    for (const [n, activityUuid] of [ours.uuid, ours2.uuid, undefined].entries()) {
      const made = await symbolon.rewards.issueTicket({ ...base, idempotencyKey: `n${n}`, of: { name: "Ticket" }, activityUuid })
      references.push(made.transaction.body.reference_id)
    }
    expect(references[0]).toBe(rewardTemplateUuid)
    expect(new Set(references).size).toBe(3)
  })
})
