import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { newKey, openTestWallets, type TestWallets } from "../fixtures/wallets.ts"

let setup: TestWallets
beforeEach(async () => {
  setup = await openTestWallets()
})
afterEach(() => setup.world.close())

const call = (path: string, body: unknown) => setup.world.call("POST", path, body)
const reverse = (id: string, body: object = {}) =>
  call(`/console/v1/transactions/${id}/reversal`, { idempotency_key: newKey(), ...body })
/** By Ada, who received it. */
const refund = (id: string, amount: number, body: object = {}) =>
  setup.as(setup.adaToken, "POST", `/console/v1/transactions/${id}/refund`, {
    amount,
    idempotency_key: newKey(),
    ...body,
  })
const spend = async (amount: number) =>
  readBody(
    await setup.as(setup.adaToken, "POST", `/api/v1/wallets/${setup.ada}/transfer`, {
      to: { type: "username", value: "bob" },
      amount,
      idempotency_key: newKey(),
    }),
    201,
  )

describe("points", () => {
  it("are burnt out of the treasury, no more than are there", async () => {
    const burn = `/console/v1/organizations/${setup.world.club.slug}/points/burn`
    const burnt = await readBody(
      await call(burn, { amount: 400, description: "leftovers", idempotency_key: "b" }),
      201,
    )
    expect(burnt).toMatchObject({
      amount: 400,
      transaction_type: "burn",
      from_address: setup.treasury,
      description: "leftovers",
    })
    expect(await setup.balance(setup.treasury)).toBe(600)
    const again = await call(burn, { amount: 400, description: "leftovers", idempotency_key: "b" })
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await readBody(again, 200)).toEqual(burnt)
    const refused = await readBody(await call(burn, { amount: 601, idempotency_key: "c" }), 409)
    expect(refused).toMatchObject({ details: { reason: "insufficient_balance", available: 600 } })
    expect(await setup.balance(setup.treasury)).toBe(600)
  })
})

describe("the same request again", () => {
  it("is the same however the receiver is spelled, and another one when another receiver is named", async () => {
    await setup.pay("ada", 100, newKey())
    const path = `/api/v1/wallets/${setup.ada}/transfer`
    const send = (type: string, value: string, key: string) =>
      setup.as(setup.adaToken, "POST", path, {
        to: { type, value },
        amount: 5,
        idempotency_key: key,
      })
    const { uuid: bob } = await readBody(
      await setup.as(setup.bobToken, "GET", "/api/v1/users/me"),
      200,
    )
    for (const [type, value] of [
      ["user_id", bob],
      ["wallet", setup.bob],
    ] as const) {
      const key = newKey()
      const sent = await readBody(await send(type, value, key), 201)
      expect(await readBody(await send(type, value.toUpperCase(), key), 200)).toEqual(sent)
      await readBody(await send("wallet", setup.treasury, key), 409)
    }
    expect(await setup.balance(setup.ada)).toBe(90)
  })
})

describe("a refusal sticks to its key", () => {
  it("though there would be points by now", async () => {
    const body = { to: { type: "username", value: "bob" }, amount: 50, idempotency_key: "later" }
    const send = () =>
      setup.as(setup.adaToken, "POST", `/api/v1/wallets/${setup.ada}/transfer`, body)
    const first = await readBody(await send(), 409)
    expect(first).toMatchObject({ details: { reason: "insufficient_balance", available: 0 } })
    await setup.pay("ada", 100, newKey())
    expect(await readBody(await send(), 409)).toEqual(first)
    expect(await setup.balance(setup.ada)).toBe(100)
  })

  it("but not to the same key of somebody else, or of another thing to do", async () => {
    await setup.pay("bob", 100, "same")
    const back = { to: { type: "wallet", value: setup.ada }, amount: 1, idempotency_key: "same" }
    await readBody(
      await setup.as(setup.bobToken, "POST", `/api/v1/wallets/${setup.bob}/transfer`, back),
      201,
    )
    await readBody(
      await call(`/console/v1/organizations/${setup.world.club.slug}/points`, {
        amount: 1,
        idempotency_key: "same",
      }),
      201,
    )
  })
})

describe("a reversal", () => {
  it("brings everything back, once", async () => {
    const paid = await setup.pay("ada", 100, newKey())
    const body = { reason: "wrong person", idempotency_key: "r" }
    const back = await readBody(await reverse(paid.id, body), 201)
    const ends = {
      from_address: setup.ada,
      to_address: setup.treasury,
      original_transaction_id: paid.id,
    }
    expect(back).toMatchObject({
      ...ends,
      amount: 100,
      transaction_type: "reversal",
      status: "confirmed",
    })
    const now = await readBody(
      await setup.world.call("GET", `/api/v1/transactions/${paid.id}`),
      200,
    )
    expect(now).toEqual({ ...paid, status: "reversed", reversal_reason: "wrong person" })
    expect(await readBody(await reverse(paid.id, body), 200)).toEqual(back)
    expect(await readBody(await reverse(paid.id, body), 200)).toEqual(back)
    expect(await readBody(await reverse(paid.id), 409)).toMatchObject({
      details: { reason: "already_settled" },
    })
    // Ada's wallet gave them back: that is not the organization's to undo, nor anybody's.
    expect(await readBody(await reverse(back.id), 403)).toMatchObject({
      code: "forbidden_not_authorized",
    })
    const again = setup.world.symbolon.transactions.reverse({
      transaction: String(back["id"]),
      idempotencyKey: newKey(),
    })
    await expect(again).rejects.toMatchObject({ _tag: "Conflict", reason: "not_reversible" })
    expect([await setup.balance(setup.ada), await setup.balance(setup.treasury)]).toEqual([0, 1000])
  })

  it("of what was spent is refused, or takes what is there", async () => {
    const paid = await setup.pay("ada", 100, newKey())
    await spend(70)
    const refused = await readBody(await reverse(paid.id), 409)
    expect(refused).toMatchObject({ details: { reason: "insufficient_balance", available: 30 } })
    expect(
      await readBody(await reverse(paid.id, { on_insufficient: "partial" }), 201),
    ).toMatchObject({
      amount: 30,
    })
    expect([await setup.balance(setup.ada), await setup.balance(setup.bob)]).toEqual([0, 70])
  })

  it("twenty at once move the balance once", async () => {
    const paid = await setup.pay("ada", 100, newKey())
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => reverse(paid.id)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await setup.balance(setup.treasury)).toBe(1000)
  })
})

describe("a refund", () => {
  it("gives parts back, all of them together no more than was moved", async () => {
    const paid = await setup.pay("ada", 100, newKey())
    await readBody(await refund(paid.id, 30, { reason: "rain" }), 201)
    expect(await readBody(await refund(paid.id, 71), 409)).toMatchObject({
      details: { reason: "exceeds_original", left: 70 },
    })
    await readBody(await refund(paid.id, 70), 201)
    const now = await readBody(
      await setup.world.call("GET", `/api/v1/transactions/${paid.id}`),
      200,
    )
    expect(now).toEqual({ ...paid, refunded_amount: 100 })
    expect(await setup.balance(setup.treasury)).toBe(1000)
  })

  it("by a reversal after it, of what is left", async () => {
    const paid = await setup.pay("ada", 100, newKey())
    await readBody(await refund(paid.id, 30), 201)
    expect(await readBody(await reverse(paid.id), 201)).toMatchObject({ amount: 70 })
    expect(await setup.balance(setup.treasury)).toBe(1000)
  })

  it("is not for those at neither end, to whom it is not there; nor for the organization that sent it", async () => {
    const paid = await setup.pay("ada", 100, newKey())
    const body = { amount: 1, idempotency_key: newKey() }
    await readBody(
      await setup.as(setup.bobToken, "POST", `/console/v1/transactions/${paid.id}/refund`, body),
      404,
    )
    await readBody(
      await setup.as(
        setup.bobToken,
        "POST",
        `/console/v1/transactions/${"t".repeat(24)}/refund`,
        body,
      ),
      404,
    )
    expect(
      await readBody(await call(`/console/v1/transactions/${paid.id}/refund`, body), 403),
    ).toMatchObject({
      code: "forbidden_not_authorized",
    })
    await readBody(
      await setup.as(undefined, "POST", `/console/v1/transactions/${paid.id}/refund`, body),
      401,
    )
  })
})

describe("undoing, for an organization at neither end", () => {
  it("answers as for a transaction that is not there", async () => {
    const { symbolon, tokenFor } = setup.world
    const { user: robin } = await symbolon.users.create({
      username: "robin",
      firstName: "Robin",
    })
    const rival = await symbolon.organizations.create({ name: "Rival Club", ownerUuid: robin.uuid })
    const tier = await symbolon.tiers.create({
      organization: rival.slug,
      name: "Friend",
      paymentInterval: "monthly",
    })
    await symbolon.memberships.add({
      organization: rival.slug,
      member: { type: "username", value: "ada" },
      tierSlug: tier.slug,
    })
    const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
    const { items } = await symbolon.wallets.list({ of: { userUuid: setup.world.ada.uuid }, page })
    const inRival =
      items.find(({ organizationUuid }) => organizationUuid === rival.uuid)?.address ?? ""
    const send = async (wallet: string, value: string) =>
      (
        await symbolon.wallets.transfer({
          wallet,
          to: { type: "wallet", value },
          amount: 10,
          idempotencyKey: newKey(),
        })
      ).transaction.body.id
    const sent = [await send(setup.treasury, inRival), await send(inRival, setup.bob)]
    const tokens = [
      await tokenFor(scopesFor("user"), { userUuid: robin.uuid }),
      await tokenFor(scopesFor("organization"), { userUuid: robin.uuid, organization: rival.slug }),
    ]
    for (const token of tokens)
      for (const [undo, body] of [
        ["reversal", {}],
        ["refund", { amount: 1 }],
      ] as const) {
        const ask = async (id: string) => {
          const { request_id: _, ...replyBody } = await readBody(
            await setup.as(token, "POST", `/console/v1/transactions/${id}/${undo}`, {
              idempotency_key: newKey(),
              ...body,
            }),
            404,
          )
          return replyBody
        }
        const absent = await ask("t".repeat(24))
        for (const id of sent) expect(await ask(id)).toEqual(absent)
      }
    expect(await setup.balance(setup.bob)).toBe(10)
  })
})

describe("a wallet's key", () => {
  it("is rotated by an entry that the old one signs; the address stays, and the next entry is signed by the new one", async () => {
    const before = await readBody(
      await setup.world.call("GET", `/api/v1/wallets/${setup.treasury}`),
      200,
    )
    const rotated = await readBody(
      await call(`/console/v1/wallets/${setup.treasury}/key-rotation`, { idempotency_key: "k" }),
      201,
    )
    expect(rotated).toMatchObject({
      amount: 0,
      transaction_type: "key_rotation",
      public_key: before["public_key_pem"],
    })
    const after = await readBody(
      await setup.world.call("GET", `/api/v1/wallets/${setup.treasury}`),
      200,
    )
    expect(JSON.parse(String(rotated["data"]))).toEqual({ public_key: after["public_key_pem"] })
    expect(after["public_key_pem"]).not.toBe(before["public_key_pem"])
    expect(await setup.pay("ada", 1, newKey())).toMatchObject({
      from_address: setup.treasury,
      public_key: after["public_key_pem"],
    })
    expect(
      await readBody(
        await call(`/console/v1/wallets/${setup.treasury}/key-rotation`, { idempotency_key: "k" }),
        200,
      ),
    ).toEqual(rotated)
  })
})
