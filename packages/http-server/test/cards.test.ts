import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { claimCard } from "../../core/test/fixtures/world.ts"
import { readBody, type ReplyBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let club: string
beforeEach(async () => {
  world = await startTestServer()
  club = `/console/v1/organizations/${world.club.slug}`
})
afterEach(() => world.close())

const manufacture = (cards: unknown) => world.call("POST", "/console/v1/cards", { cards })
const inventory = (cards: unknown) =>
  world.call("POST", `/api/v1/organizations/${world.club.slug}/cards`, { cards })
/** A card in the club's inventory, over the wire. */
const make = async (identifier: string): Promise<ReplyBody> => {
  await readBody(await manufacture([{ identifier, card_type: "nfc" }]), 200)
  const [card] = (await readBody(await inventory([{ identifier }]), 200)).accepted
  if (card === undefined) throw new Error("The card was refused.")
  return card
}
const join = async () => {
  const tier = await world.symbolon.tiers.create({ organization: world.club.slug, name: "Friend" })
  await world.symbolon.memberships.add({
    organization: world.club.slug,
    member: { type: "username", value: "ada" },
    tierSlug: tier.slug,
  })
}
const change = (uuid: string, body: unknown) =>
  world.call("PATCH", `/api/v1/organizations/${world.club.slug}/cards/${uuid}`, body)
const issue = (body: object) =>
  world.call("POST", `${club}/tickets`, { idempotency_key: "t", ...body })
const adas = () => ({ type: "wallet", value: world.ada.walletAddress })
const asAda = (path: string, body: unknown) =>
  world.send(`/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.userToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const members = (body: ReplyBody): unknown => ({ status: 422, errors: Object.keys(body.errors) })
const refusedMember = async (reply: Response) => members(await readBody(reply, 422))

describe("cards over the wire", () => {
  it("are made for nobody, one by one, and what cannot be made is said", async () => {
    const body = await readBody(
      await manufacture([
        { identifier: " a7\r", card_type: "qr" },
        { identifier: "x".repeat(190), card_type: "virtual", claim_code: "4711" },
        { identifier: "A7", card_type: "nfc" },
        { identifier: " ", card_type: "nfc" },
      ]),
      200,
    )
    expect(body).toEqual({
      made: [
        { uuid: expect.any(String), identifier: "A7" },
        { uuid: expect.any(String), identifier: "X".repeat(190) },
      ],
      refused: [
        { identifier: "A7", code: "duplicate", message: expect.any(String) },
        { identifier: " ", code: "invalid", message: expect.any(String) },
      ],
    })
    const again = await readBody(await manufacture([{ identifier: "]C1a7", card_type: "qr" }]), 200)
    expect(again).toMatchObject({ made: [], refused: [{ identifier: "]C1a7", code: "taken" }] })
  })

  it("are not made out of nothing by an organization, nor by its people", async () => {
    const gone = await world.call("POST", `${club}/cards`, { identifier: "A7", card_type: "nfc" })
    expect(await readBody(gone, 404)).toMatchObject({ code: "not_found" })
    for (const token of [
      await world.tokenFor([]),
      await world.tokenFor([], { organization: world.club.slug }),
      world.userToken,
    ]) {
      const reply = await world.call(
        "POST",
        "/console/v1/cards",
        { cards: [{ identifier: "A7", card_type: "nfc" }] },
        bearer(token),
      )
      expect(await readBody(reply, 403)).toMatchObject({ code: "forbidden" })
    }
  })

  it("are taken into the inventory of one organization, as cards are published", async () => {
    const { made } = await readBody(await manufacture([{ identifier: "A7", card_type: "qr" }]), 200)
    const body = await readBody(
      await inventory([{ identifier: "a7\n", name: "Blue" }, { identifier: "A8" }]),
      200,
    )
    expect(body).toEqual({
      accepted: [
        {
          uuid: made[0]?.uuid,
          identifier: "A7",
          name: "Blue",
          card_type: "qr",
          is_primary: false,
          is_frozen: false,
          organization_uuid: world.club.uuid,
          front_image_url: null,
          back_image_url: null,
          custom_front_image_url: null,
          profile_page_uuid: null,
          card_model_uuid: null,
          membership_tier_uuid: null,
          card_model: null,
          membership_tier: null,
          holder_user_uuid: null,
          claimed_at: null,
          frozen_by: null,
          offered_until: null,
          withdrawn_at: null,
          wallet_address: expect.any(String),
          created_at: "2026-11-21T10:00:00.000Z",
          updated_at: "2026-11-21T10:00:00.000Z",
        },
      ],
      refused: [{ identifier: "A8", code: "unknown", message: expect.any(String) }],
    })
    expect((await readBody(await inventory([{ identifier: "A7" }]), 200)).refused).toMatchObject([
      { code: "taken" },
    ])
  })

  it.each([
    [undefined, ["cards"]],
    [[], ["cards"]],
    [[{ card_type: "nfc" }], ["cards.0.identifier"]],
    [[{ identifier: "", card_type: "nfc" }], ["cards.0.identifier"]],
    [[{ identifier: 7, card_type: "nfc" }], ["cards.0.identifier"]],
    [[{ identifier: "x".repeat(191), card_type: "nfc" }], ["cards.0.identifier"]],
    [[{ identifier: "A" }], ["cards.0.card_type"]],
    [[{ identifier: "A", card_type: "NFC" }], ["cards.0.card_type"]],
    [[{ identifier: "A", card_type: "nfc", claim_code: "" }], ["cards.0.claim_code"]],
    [[{ identifier: "A", card_type: "nfc", holder_user_uuid: "a" }], ["cards.0.holder_user_uuid"]],
    [Array.from({ length: 1001 }, (_, n) => ({ identifier: `${n}`, card_type: "nfc" })), ["cards"]],
  ])("are not made of %j", async (cards, errors) => {
    expect(await refusedMember(await manufacture(cards))).toEqual({ status: 422, errors })
  })

  it("are taken at most twenty at once", async () => {
    const cards = Array.from({ length: 21 }, (_, n) => ({ identifier: `n${n}` }))
    expect(await refusedMember(await inventory(cards))).toEqual({ status: 422, errors: ["cards"] })
    expect((await readBody(await inventory(cards.slice(1)), 200)).refused).toHaveLength(20)
  })
})

describe("taking cards", () => {
  it("is charged to the expensive bucket by the card; a body that cannot be read counts as one, and a refused call as none", async () => {
    await world.close()
    world = await startTestServer({ limits: "on" })
    const take = async (from: number, to: number) => {
      const cards = Array.from({ length: to - from }, (_, n) => ({ identifier: `n${from + n}` }))
      const reply = await inventory(cards)
      return [
        reply.status,
        reply.headers.get("ratelimit-remaining"),
        reply.headers.get("ratelimit-policy"),
      ]
    }
    expect(await take(0, 12)).toEqual([200, "8", "20;w=60"])
    expect(await take(0, 9)).toEqual([429, "8", "20;w=60"])
    expect((await inventory("cards")).headers.get("ratelimit-remaining")).toBe("7")
    expect(await take(0, 7)).toEqual([200, "0", "20;w=60"])
    expect((await take(0, 1))[0]).toBe(429)
  })
})

describe("a card of an organization", () => {
  it("is frozen, thawed, given and released; unknown holders and cards are not found", async () => {
    const { uuid } = await make("A7")
    await join()
    expect(await readBody(await change(uuid, { is_frozen: true }), 200)).toMatchObject({
      is_frozen: true,
      holder_user_uuid: null,
    })
    const held = await readBody(
      await change(uuid, { is_frozen: false, holder_user_uuid: world.ada.uuid }),
      200,
    )
    expect(held).toMatchObject({
      is_frozen: false,
      holder_user_uuid: world.ada.uuid,
      claimed_at: null,
      updated_at: "2026-11-21T10:00:00.000Z",
    })
    expect(await readBody(await change(uuid, { holder_user_uuid: null }), 200)).toMatchObject({
      holder_user_uuid: null,
    })
    for (const nobody of ["nobody", world.owner.uuid])
      expect(await readBody(await change(uuid, { holder_user_uuid: nobody }), 404)).toMatchObject({
        code: "identifier_unresolved",
      })
    await claimCard(world.symbolon, uuid, world.ada.uuid)
    expect(await readBody(await change(uuid, { holder_user_uuid: null }), 409)).toMatchObject({
      details: { reason: "card_claimed" },
    })
    expect(await readBody(await change(uuid, { is_frozen: true }), 200)).toMatchObject({
      claimed_at: "2026-11-21T10:00:00.000Z",
    })
    expect(await readBody(await change("nothing", { is_frozen: true }), 404)).toMatchObject({
      code: "not_found",
    })
    for (const [body, member] of [
      [{ is_frozen: "yes" }, "is_frozen"],
      [{ is_frozen: null }, "is_frozen"],
      [{ holder_user_uuid: 7 }, "holder_user_uuid"],
      [{ identifier: "B" }, "identifier"],
    ] as const)
      expect(await refusedMember(await change(uuid, body))).toEqual({
        status: 422,
        errors: [member],
      })
  })

  it("that is frozen opens no door where frozen cards are not let in", async () => {
    const { symbolon } = world
    const activity = await symbolon.activities.create({
      organization: world.club.slug,
      name: "Sailing week",
    })
    const now = symbolon.clock.now().getTime()
    const times = { startTime: new Date(now - 60_000), endTime: new Date(now + 3_600_000) }
    const strict = await symbolon.sessions.create({
      activity: activity.slug,
      name: "One",
      ...times,
    })
    const lenient = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Two",
      settings: { admitsFrozenCards: true },
      ...times,
    })
    const { uuid } = await make("A7")
    await join()
    await readBody(await change(uuid, { holder_user_uuid: world.ada.uuid }), 200)
    const tap = async (
      session: string,
      key: string,
      identifier: object = { type: "card", value: "a7" },
    ) =>
      readBody(
        await world.call("POST", `/api/v1/sessions/${session}/admit`, {
          identifier,
          idempotency_key: key,
        }),
        200,
      )
    expect(await tap(strict.slug, "1")).toMatchObject({ decision: "admitted" })
    await change(uuid, { is_frozen: true })
    expect(await tap(strict.slug, "2")).toMatchObject({
      decision: "blocked",
      blocked_reason: "card_frozen",
    })
    expect(await tap(lenient.slug, "3")).toMatchObject({
      decision: "admitted",
      disputed_reason: "card_frozen",
    })
    // The person may still come in by another way than this card.
    expect(await tap(strict.slug, "4", { type: "username", value: "ada" })).not.toMatchObject({
      blocked_reason: "card_frozen",
    })
  })
})

describe("a ticket over the console", () => {
  it("is a transaction of no points that names its template and its activity; the same key issues it once", async () => {
    const activity = await world.symbolon.activities.create({
      organization: world.club.slug,
      name: "Regatta",
    })
    const body = {
      name: "Day one",
      activity_uuid: activity.uuid,
      to: { type: "username", value: "ada" },
    }
    const ticket = await readBody(await issue(body), 201)
    expect(ticket).toMatchObject({
      transaction_type: "reward",
      amount: 0,
      status: "confirmed",
      description: "Day one",
      tags: ["ticket", `activity:${activity.uuid}`],
    })
    const again = await issue(body)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await readBody(again, 200)).toEqual(ticket)
    expect(await readBody(await issue({ ...body, name: "Day two" }), 409)).toMatchObject({
      code: "idempotency_conflict",
    })
    const other = await readBody(
      await issue({
        reward_template_uuid: ticket["reference_id"],
        to: adas(),
        idempotency_key: "u",
      }),
      201,
    )
    expect(other).toMatchObject({
      reference_id: ticket["reference_id"],
      to_address: world.ada.walletAddress,
    })
  })

  it.each([
    [{}, ["reward_template_uuid"]],
    [{ name: "A", reward_template_uuid: "b" }, ["reward_template_uuid"]],
    [{ name: "" }, ["name"]],
    [{ name: "x".repeat(256) }, ["name"]],
    [{ name: "a\nb" }, ["name"]],
    [{ reward_template_uuid: 1 }, ["reward_template_uuid"]],
    [{ name: "A", activity_uuid: 1 }, ["activity_uuid"]],
    [{ name: "A", idempotency_key: "" }, ["idempotency_key"]],
    [{ name: "A", idempotency_key: "k".repeat(191) }, ["idempotency_key"]],
    [{ name: "A", amount: 1 }, ["amount"]],
  ])("is refused as %j", async (body, errors) => {
    expect(await refusedMember(await issue({ to: adas(), ...body }))).toEqual({
      status: 422,
      errors,
    })
  })

  it("goes to somebody who is there", async () => {
    for (const to of [
      { type: "card", value: "nothing" },
      { type: "username", value: "nobody" },
      { type: "link", value: "token" },
      { type: "wallet", value: "tsy1q" },
    ]) {
      const body = await readBody(await issue({ name: "A", to }), 404)
      expect({ ...body, message: "" }).toEqual({
        code: "identifier_unresolved",
        details: null,
        errors: { to: "matches no wallet or user" },
        message: "",
      })
    }
    for (const to of [
      undefined,
      null,
      "ada",
      { type: "email", value: "a" },
      { type: "card" },
      { type: "card", value: "" },
    ])
      await readBody(await issue({ name: "A", to }), 422)
    expect(
      await readBody(await issue({ name: "A", to: adas(), activity_uuid: "nothing" }), 404),
    ).toMatchObject({ code: "not_found" })
    expect(
      await readBody(await issue({ reward_template_uuid: "nothing", to: adas() }), 404),
    ).toMatchObject({ code: "not_found" })
  })

  it("is handed on by its holder, once", async () => {
    const ticket = await readBody(await issue({ name: "Day one", to: adas() }), 201)
    const hand = (body: object) =>
      asAda(`/wallets/${world.ada.walletAddress}/transfer`, {
        to: { type: "username", value: "owner" },
        idempotency_key: "h",
        ...body,
      })
    const moved = await readBody(
      await hand({ transaction_id: ticket.id, description: "Yours" }),
      201,
    )
    expect(moved).toMatchObject({
      transaction_type: "ticket_transfer",
      amount: 0,
      original_transaction_id: ticket.id,
      description: "Yours",
      from_address: world.ada.walletAddress,
    })
    expect(
      await readBody(await hand({ transaction_id: ticket.id, description: "Yours" }), 200),
    ).toEqual(moved)
    expect(
      await readBody(await hand({ transaction_id: ticket.id, idempotency_key: "i" }), 409),
    ).toMatchObject({
      code: "conflict",
      details: { reason: "ticket_moved" },
    })
    expect(
      await readBody(await hand({ transaction_id: "nothing", idempotency_key: "j" }), 404),
    ).toMatchObject({ code: "not_found" })
    for (const body of [{}, { amount: 1, transaction_id: ticket.id }])
      expect(await refusedMember(await hand({ ...body, idempotency_key: "k" }))).toEqual({
        status: 422,
        errors: ["amount"],
      })
    expect(await refusedMember(await hand({ transaction_id: 7, idempotency_key: "k" }))).toEqual({
      status: 422,
      errors: ["transaction_id"],
    })
  })
})
