import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { read } from "../fixtures/read.ts"
import { fresh, openPurse, type Purse } from "../fixtures/wallets.ts"

let purse: Purse
beforeEach(async () => {
  purse = await openPurse()
})
afterEach(() => purse.world.close())

const call = (path: string, body: unknown) => purse.world.call("POST", path, body)
const reverse = (id: string, body: object = {}) =>
  call(`/console/v1/transactions/${id}/reversal`, { idempotency_key: fresh(), ...body })
/** By Ada, who received it. */
const refund = (id: string, amount: number, body: object = {}) =>
  purse.as(purse.adaToken, "POST", `/console/v1/transactions/${id}/refund`, {
    amount,
    idempotency_key: fresh(),
    ...body,
  })
const spend = async (amount: number) =>
  read(
    await purse.as(purse.adaToken, "POST", `/api/v1/wallets/${purse.ada}/transfer`, {
      to: { type: "username", value: "bob" },
      amount,
      idempotency_key: fresh(),
    }),
    201,
  )

describe("points", () => {
  it("are burnt out of the treasury, no more than are there", async () => {
    const burn = `/console/v1/organizations/${purse.world.club.slug}/points/burn`
    const burnt = await read(
      await call(burn, { amount: 400, description: "leftovers", idempotency_key: "b" }),
      201,
    )
    expect(burnt).toMatchObject({
      amount: 400,
      transaction_type: "burn",
      from_address: purse.treasury,
      description: "leftovers",
    })
    expect(await purse.balance(purse.treasury)).toBe(600)
    const again = await call(burn, { amount: 400, description: "leftovers", idempotency_key: "b" })
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await read(again, 200)).toEqual(burnt)
    const refused = await read(await call(burn, { amount: 601, idempotency_key: "c" }), 409)
    expect(refused).toMatchObject({ details: { reason: "insufficient_balance", available: 600 } })
    expect(await purse.balance(purse.treasury)).toBe(600)
  })
})

describe("the same request again", () => {
  it("is the same however the receiver is spelled, and another one when another receiver is named", async () => {
    await purse.pay("ada", 100, fresh())
    const path = `/api/v1/wallets/${purse.ada}/transfer`
    const send = (type: string, value: string, key: string) =>
      purse.as(purse.adaToken, "POST", path, {
        to: { type, value },
        amount: 5,
        idempotency_key: key,
      })
    const { uuid: bob } = await read(await purse.as(purse.bobToken, "GET", "/api/v1/users/me"), 200)
    for (const [type, value] of [
      ["user_id", bob],
      ["wallet", purse.bob],
    ] as const) {
      const key = fresh()
      const sent = await read(await send(type, value, key), 201)
      expect(await read(await send(type, value.toUpperCase(), key), 200)).toEqual(sent)
      await read(await send("wallet", purse.treasury, key), 409)
    }
    expect(await purse.balance(purse.ada)).toBe(90)
  })
})

describe("a refusal sticks to its key", () => {
  it("though there would be points by now", async () => {
    const body = { to: { type: "username", value: "bob" }, amount: 50, idempotency_key: "later" }
    const send = () =>
      purse.as(purse.adaToken, "POST", `/api/v1/wallets/${purse.ada}/transfer`, body)
    const first = await read(await send(), 409)
    expect(first).toMatchObject({ details: { reason: "insufficient_balance", available: 0 } })
    await purse.pay("ada", 100, fresh())
    expect(await read(await send(), 409)).toEqual(first)
    expect(await purse.balance(purse.ada)).toBe(100)
  })

  it("but not to the same key of somebody else, or of another thing to do", async () => {
    await purse.pay("bob", 100, "same")
    const back = { to: { type: "wallet", value: purse.ada }, amount: 1, idempotency_key: "same" }
    await read(
      await purse.as(purse.bobToken, "POST", `/api/v1/wallets/${purse.bob}/transfer`, back),
      201,
    )
    await read(
      await call(`/console/v1/organizations/${purse.world.club.slug}/points`, {
        amount: 1,
        idempotency_key: "same",
      }),
      201,
    )
  })
})

describe("a reversal", () => {
  it("brings everything back, once", async () => {
    const paid = await purse.pay("ada", 100, fresh())
    const body = { reason: "wrong person", idempotency_key: "r" }
    const back = await read(await reverse(paid.id, body), 201)
    const ends = {
      from_address: purse.ada,
      to_address: purse.treasury,
      original_transaction_id: paid.id,
    }
    expect(back).toMatchObject({
      ...ends,
      amount: 100,
      transaction_type: "reversal",
      status: "confirmed",
    })
    const now = await read(await purse.world.call("GET", `/api/v1/transactions/${paid.id}`), 200)
    expect(now).toEqual({ ...paid, status: "reversed", reversal_reason: "wrong person" })
    expect(await read(await reverse(paid.id, body), 200)).toEqual(back)
    expect(await read(await reverse(paid.id, body), 200)).toEqual(back)
    expect(await read(await reverse(paid.id), 409)).toMatchObject({
      details: { reason: "already_settled" },
    })
    // Ada's wallet gave them back: that is not the organization's to undo, nor anybody's.
    expect(await read(await reverse(back.id), 403)).toMatchObject({
      code: "forbidden_not_authorized",
    })
    const again = purse.world.symbolon.transactions.reverse({
      transaction: String(back["id"]),
      idempotencyKey: fresh(),
    })
    await expect(again).rejects.toMatchObject({ _tag: "Conflict", reason: "not_reversible" })
    expect([await purse.balance(purse.ada), await purse.balance(purse.treasury)]).toEqual([0, 1000])
  })

  it("of what was spent is refused, or takes what is there", async () => {
    const paid = await purse.pay("ada", 100, fresh())
    await spend(70)
    const refused = await read(await reverse(paid.id), 409)
    expect(refused).toMatchObject({ details: { reason: "insufficient_balance", available: 30 } })
    expect(await read(await reverse(paid.id, { on_insufficient: "partial" }), 201)).toMatchObject({
      amount: 30,
    })
    expect([await purse.balance(purse.ada), await purse.balance(purse.bob)]).toEqual([0, 70])
  })

  it("twenty at once move the balance once", async () => {
    const paid = await purse.pay("ada", 100, fresh())
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => reverse(paid.id)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await purse.balance(purse.treasury)).toBe(1000)
  })
})

describe("a refund", () => {
  it("gives parts back, all of them together no more than was moved", async () => {
    const paid = await purse.pay("ada", 100, fresh())
    await read(await refund(paid.id, 30, { reason: "rain" }), 201)
    expect(await read(await refund(paid.id, 71), 409)).toMatchObject({
      details: { reason: "exceeds_original", left: 70 },
    })
    await read(await refund(paid.id, 70), 201)
    const now = await read(await purse.world.call("GET", `/api/v1/transactions/${paid.id}`), 200)
    expect(now).toEqual({ ...paid, refunded_amount: 100 })
    expect(await purse.balance(purse.treasury)).toBe(1000)
  })

  it("by a reversal after it, of what is left", async () => {
    const paid = await purse.pay("ada", 100, fresh())
    await read(await refund(paid.id, 30), 201)
    expect(await read(await reverse(paid.id), 201)).toMatchObject({ amount: 70 })
    expect(await purse.balance(purse.treasury)).toBe(1000)
  })

  it("is not for those at neither end, to whom it is not there; nor for the organization that sent it", async () => {
    const paid = await purse.pay("ada", 100, fresh())
    const body = { amount: 1, idempotency_key: fresh() }
    await read(
      await purse.as(purse.bobToken, "POST", `/console/v1/transactions/${paid.id}/refund`, body),
      404,
    )
    await read(
      await purse.as(
        purse.bobToken,
        "POST",
        `/console/v1/transactions/${"t".repeat(24)}/refund`,
        body,
      ),
      404,
    )
    expect(
      await read(await call(`/console/v1/transactions/${paid.id}/refund`, body), 403),
    ).toMatchObject({
      code: "forbidden_not_authorized",
    })
    await read(
      await purse.as(undefined, "POST", `/console/v1/transactions/${paid.id}/refund`, body),
      401,
    )
  })
})

describe("undoing, for an organization at neither end", () => {
  it("answers as for a transaction that is not there", async () => {
    const { symbolon, tokenFor } = purse.world
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
    const { items } = await symbolon.wallets.list({ of: { userUuid: purse.world.ada.uuid }, page })
    const inRival =
      items.find(({ organizationUuid }) => organizationUuid === rival.uuid)?.address ?? ""
    const send = async (wallet: string, value: string) =>
      (
        await symbolon.wallets.transfer({
          wallet,
          to: { type: "wallet", value },
          amount: 10,
          idempotencyKey: fresh(),
        })
      ).transaction.body.id
    const sent = [await send(purse.treasury, inRival), await send(inRival, purse.bob)]
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
          const { request_id: _, ...told } = await read(
            await purse.as(token, "POST", `/console/v1/transactions/${id}/${undo}`, {
              idempotency_key: fresh(),
              ...body,
            }),
            404,
          )
          return told
        }
        const absent = await ask("t".repeat(24))
        for (const id of sent) expect(await ask(id)).toEqual(absent)
      }
    expect(await purse.balance(purse.bob)).toBe(10)
  })
})

describe("a wallet's key", () => {
  it("is rotated by an entry that the old one signs; the address stays, and the next entry is signed by the new one", async () => {
    const before = await read(
      await purse.world.call("GET", `/api/v1/wallets/${purse.treasury}`),
      200,
    )
    const rotated = await read(
      await call(`/console/v1/wallets/${purse.treasury}/key-rotation`, { idempotency_key: "k" }),
      201,
    )
    expect(rotated).toMatchObject({
      amount: 0,
      transaction_type: "key_rotation",
      public_key: before["public_key_pem"],
    })
    const after = await read(
      await purse.world.call("GET", `/api/v1/wallets/${purse.treasury}`),
      200,
    )
    expect(JSON.parse(String(rotated["data"]))).toEqual({ public_key: after["public_key_pem"] })
    expect(after["public_key_pem"]).not.toBe(before["public_key_pem"])
    expect(await purse.pay("ada", 1, fresh())).toMatchObject({
      from_address: purse.treasury,
      public_key: after["public_key_pem"],
    })
    expect(
      await read(
        await call(`/console/v1/wallets/${purse.treasury}/key-rotation`, { idempotency_key: "k" }),
        200,
      ),
    ).toEqual(rotated)
  })
})
