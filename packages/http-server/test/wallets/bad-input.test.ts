import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { read } from "../fixtures/read.ts"
import { start } from "../fixtures/world.ts"
import { fresh, openPurse, type Purse } from "../fixtures/wallets.ts"

let purse: Purse
beforeEach(async () => {
  purse = await openPurse()
})
afterEach(() => purse.world.close())

const leaves = async () => {
  const lines: string[] = []
  for await (const line of purse.world.symbolon.exportLedger()) lines.push(line)
  return lines.filter((line) => !line.includes('"checkpoint"')).length
}

const send = (body: unknown, from = purse.treasury) =>
  purse.world.call("POST", `/api/v1/wallets/${from}/transfer`, body)
const to = { type: "username", value: "ada" }

describe("what cannot be sent leaves no trace", () => {
  const amounts: readonly (readonly [name: string, amount: string, status: number])[] = [
    ["0", "0", 422],
    ["negative", "-1", 422],
    ["fractional", "1.5", 422],
    ["2^53", "9007199254740992", 422],
    ["beyond every number", "1e400", 422],
    ["not a number", "NaN", 400],
    ["a text", '"5"', 422],
    ["null", "null", 422],
    ["a list", "[5]", 422],
    ["true", "true", 422],
  ]
  it.each(amounts)("an amount: %s", async (_name, amount, status) => {
    const before = await leaves()
    const body = `{"to":{"type":"username","value":"ada"},"amount":${amount},"idempotency_key":"${fresh()}"}`
    const told = await read(await send(body), status)
    expect(Object.keys(told.errors)).toEqual([status === 422 ? "amount" : "_root"])
    expect(await leaves()).toBe(before)
    expect(await purse.balance(purse.treasury)).toBe(1000)
  })

  it("to itself, to nobody, to what is mistyped or of another network", async () => {
    const before = await leaves()
    const mistyped = purse.ada.replace(/.$/, (last) => (last === "q" ? "p" : "q"))
    const asked: readonly (readonly [to: object, status: number, code: string])[] = [
      [{ type: "wallet", value: purse.treasury }, 400, "bad_request"],
      [{ type: "wallet", value: mistyped }, 404, "identifier_unresolved"],
      [{ type: "wallet", value: purse.ada.replace(/^tsy/, "sy") }, 404, "identifier_unresolved"],
      [{ type: "wallet", value: "5" }, 404, "identifier_unresolved"],
      [{ type: "username", value: "nobody" }, 404, "identifier_unresolved"],
      [{ type: "card", value: "no-such-card" }, 404, "identifier_unresolved"],
      [
        { type: "user_id", value: "0199a1b2-0000-7000-8000-000000000000" },
        404,
        "identifier_unresolved",
      ],
    ]
    for (const [receiver, status, code] of asked)
      expect(
        await read(await send({ to: receiver, amount: 1, idempotency_key: fresh() }), status),
      ).toMatchObject({ code })
    expect(await leaves()).toBe(before)
  })

  it("under a key that is no key, with a text that is too long, or a field nobody knows", async () => {
    const wrong: readonly (readonly [body: object, field: string])[] = [
      [{ to, amount: 1 }, "idempotency_key"],
      [{ to, amount: 1, idempotency_key: "" }, "idempotency_key"],
      [{ to, amount: 1, idempotency_key: "k".repeat(191) }, "idempotency_key"],
      [
        { to, amount: 1, idempotency_key: fresh(), reference_id: "r".repeat(10_000) },
        "reference_id",
      ],
      [
        { to, amount: 1, idempotency_key: fresh(), tags: Array.from({ length: 51 }, () => "t") },
        "tags",
      ],
      [{ to, amount: 1, idempotency_key: fresh(), tags: [7] }, "tags.0"],
      [{ to: "ada", amount: 1, idempotency_key: fresh() }, "to"],
      [{ to: { type: "phone", value: "1" }, amount: 1, idempotency_key: fresh() }, "to.type"],
      [{ to, idempotency_key: fresh() }, "amount"],
      [{ to, amount: 1, transaction_id: "t".repeat(24), idempotency_key: fresh() }, "amount"],
      [{ to, amount: 1, idempotency_key: fresh(), memo: "x" }, "memo"],
    ]
    const before = await leaves()
    for (const [body, field] of wrong)
      expect(Object.keys((await read(await send(body), 422)).errors)).toContain(field)
    expect(await leaves()).toBe(before)
  })

  it("out of somebody else's wallet, or a card's, treasury's or issuance wallet that is not one's own", async () => {
    const body = { to: { type: "username", value: "bob" }, amount: 1, idempotency_key: fresh() }
    const asBob = (from: string) =>
      purse.as(purse.bobToken, "POST", `/api/v1/wallets/${from}/transfer`, body)
    for (const from of [purse.ada, purse.treasury, "nobody"]) await read(await asBob(from), 404)
    expect(
      await read(
        await purse.as(
          await purse.world.tokenFor(["wallet:read"]),
          "POST",
          `/api/v1/wallets/${purse.ada}/transfer`,
          body,
        ),
        403,
      ),
    ).toMatchObject({ details: { scope: "wallet:transfer" } })
  })

  it("at the console: points, burning, reversals, refunds, rotations", async () => {
    const { world } = purse
    const paid = await purse.pay("ada", 5, fresh())
    const before = await leaves()
    const wrong: readonly (readonly [path: string, body: object, field: string])[] = [
      [
        `/organizations/${world.club.slug}/points`,
        { amount: 0, idempotency_key: fresh() },
        "amount",
      ],
      [
        `/organizations/${world.club.slug}/points`,
        { amount: 2 ** 53, idempotency_key: fresh() },
        "amount",
      ],
      [
        `/organizations/${world.club.slug}/points/burn`,
        { amount: -4, idempotency_key: fresh() },
        "amount",
      ],
      [
        `/transactions/${paid.id}/reversal`,
        { on_insufficient: "overdraw", idempotency_key: fresh() },
        "on_insufficient",
      ],
      [
        `/transactions/${paid.id}/reversal`,
        { reason: "r".repeat(100_000), idempotency_key: fresh() },
        "reason",
      ],
      [`/transactions/${paid.id}/refund`, { amount: 0.5, idempotency_key: fresh() }, "amount"],
      [`/transactions/${paid.id}/refund`, { idempotency_key: fresh() }, "amount"],
      [`/wallets/${purse.treasury}/key-rotation`, {}, "idempotency_key"],
    ]
    for (const [path, body, field] of wrong)
      expect(
        Object.keys((await read(await world.call("POST", `/console/v1${path}`, body), 422)).errors),
      ).toEqual([field])
    const nowhere = { idempotency_key: fresh() }
    for (const path of [
      `/transactions/${"t".repeat(24)}/reversal`,
      `/wallets/${purse.bob}/key-rotation`,
    ])
      await read(await world.call("POST", `/console/v1${path}`, nowhere), 404)
    expect(await leaves()).toBe(before)
  })
})

describe("signatures", () => {
  it("of a wallet are a hundred an hour for what its holder asks, and a refused one burns no key", async () => {
    await purse.pay("ada", 500, fresh())
    const body = (key: string) => ({
      to: { type: "username", value: "bob" },
      amount: 1,
      idempotency_key: key,
    })
    const ask = (key: string) =>
      purse.as(purse.adaToken, "POST", `/api/v1/wallets/${purse.ada}/transfer`, body(key))
    for (let n = 0; n < 100; n += 1) await read(await ask(`n-${n}`), 201)
    const refused = await ask("one more")
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await read(refused, 429)).toMatchObject({ code: "rate_limit_exceeded" })
    // The headers are of the limit that refused, not of the bucket that the call was charged to.
    const shown = ["limit", "remaining", "reset", "policy"].map((name) =>
      refused.headers.get(`ratelimit-${name}`),
    )
    expect(shown).toEqual(["100", "0", refused.headers.get("retry-after"), "100;w=3600"])
    expect(
      ["limit", "remaining", "reset", "policy"].map((name) =>
        refused.headers.get(`x-ratelimit-${name}`),
      ),
    ).toEqual(shown)
    await read(await ask("n-7"), 200)
    expect(await purse.balance(purse.bob)).toBe(100)
    await purse.world.symbolon.testClock?.moveTo(new Date(start.getTime() + 3_600_000))
    // Her token has ended by now: through the facade, under the same key.
    const to = { type: "username", value: "bob" } as const
    await purse.world.symbolon.wallets.transfer({
      wallet: purse.ada,
      to,
      amount: 1,
      idempotencyKey: "one more",
    })
    expect(await purse.balance(purse.bob)).toBe(101)
  })
})
