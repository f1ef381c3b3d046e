import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { start } from "../fixtures/world.ts"
import { newKey, openTestWallets, type TestWallets } from "../fixtures/wallets.ts"

let setup: TestWallets
beforeEach(async () => {
  setup = await openTestWallets()
})
afterEach(() => setup.world.close())

const leaves = async () => {
  const lines: string[] = []
  for await (const line of setup.world.symbolon.exportLedger()) lines.push(line)
  return lines.filter((line) => !line.includes('"checkpoint"')).length
}

const send = (body: unknown, from = setup.treasury) =>
  setup.world.call("POST", `/api/v1/wallets/${from}/transfer`, body)
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
    const body = `{"to":{"type":"username","value":"ada"},"amount":${amount},"idempotency_key":"${newKey()}"}`
    const replyBody = await readBody(await send(body), status)
    expect(Object.keys(replyBody.errors)).toEqual([status === 422 ? "amount" : "_root"])
    expect(await leaves()).toBe(before)
    expect(await setup.balance(setup.treasury)).toBe(1000)
  })

  it("to itself, to nobody, to what is mistyped or of another network", async () => {
    const before = await leaves()
    const mistyped = setup.ada.replace(/.$/, (last) => (last === "q" ? "p" : "q"))
    const refusals: readonly (readonly [to: object, status: number, code: string])[] = [
      [{ type: "wallet", value: setup.treasury }, 400, "bad_request"],
      [{ type: "wallet", value: mistyped }, 404, "identifier_unresolved"],
      [{ type: "wallet", value: setup.ada.replace(/^tsy/, "sy") }, 404, "identifier_unresolved"],
      [{ type: "wallet", value: "5" }, 404, "identifier_unresolved"],
      [{ type: "username", value: "nobody" }, 404, "identifier_unresolved"],
      [{ type: "card", value: "no-such-card" }, 404, "identifier_unresolved"],
      [
        { type: "user_id", value: "0199a1b2-0000-7000-8000-000000000000" },
        404,
        "identifier_unresolved",
      ],
    ]
    for (const [receiver, status, code] of refusals)
      expect(
        await readBody(await send({ to: receiver, amount: 1, idempotency_key: newKey() }), status),
      ).toMatchObject({ code })
    expect(await leaves()).toBe(before)
  })

  it("under a key that is no key, with a text that is too long, or a field nobody knows", async () => {
    const wrong: readonly (readonly [body: object, field: string])[] = [
      [{ to, amount: 1 }, "idempotency_key"],
      [{ to, amount: 1, idempotency_key: "" }, "idempotency_key"],
      [{ to, amount: 1, idempotency_key: "k".repeat(191) }, "idempotency_key"],
      [
        { to, amount: 1, idempotency_key: newKey(), reference_id: "r".repeat(10_000) },
        "reference_id",
      ],
      [
        { to, amount: 1, idempotency_key: newKey(), tags: Array.from({ length: 51 }, () => "t") },
        "tags",
      ],
      [{ to, amount: 1, idempotency_key: newKey(), tags: [7] }, "tags.0"],
      [{ to: "ada", amount: 1, idempotency_key: newKey() }, "to"],
      [{ to: { type: "phone", value: "1" }, amount: 1, idempotency_key: newKey() }, "to.type"],
      [{ to, idempotency_key: newKey() }, "amount"],
      [{ to, amount: 1, transaction_id: "t".repeat(24), idempotency_key: newKey() }, "amount"],
      [{ to, amount: 1, idempotency_key: newKey(), memo: "x" }, "memo"],
    ]
    const before = await leaves()
    for (const [body, field] of wrong)
      expect(Object.keys((await readBody(await send(body), 422)).errors)).toContain(field)
    expect(await leaves()).toBe(before)
  })

  it("out of somebody else's wallet, or a card's, treasury's or issuance wallet that is not one's own", async () => {
    const body = { to: { type: "username", value: "bob" }, amount: 1, idempotency_key: newKey() }
    const asBob = (from: string) =>
      setup.as(setup.bobToken, "POST", `/api/v1/wallets/${from}/transfer`, body)
    for (const from of [setup.ada, setup.treasury, "nobody"]) await readBody(await asBob(from), 404)
    expect(
      await readBody(
        await setup.as(
          await setup.world.tokenFor(["wallet:read"]),
          "POST",
          `/api/v1/wallets/${setup.ada}/transfer`,
          body,
        ),
        403,
      ),
    ).toMatchObject({ details: { scope: "wallet:transfer" } })
  })

  it("at the console: points, burning, reversals, refunds, rotations", async () => {
    const { world } = setup
    const paid = await setup.pay("ada", 5, newKey())
    const before = await leaves()
    const wrong: readonly (readonly [path: string, body: object, field: string])[] = [
      [
        `/organizations/${world.club.slug}/points`,
        { amount: 0, idempotency_key: newKey() },
        "amount",
      ],
      [
        `/organizations/${world.club.slug}/points`,
        { amount: 2 ** 53, idempotency_key: newKey() },
        "amount",
      ],
      [
        `/organizations/${world.club.slug}/points/burn`,
        { amount: -4, idempotency_key: newKey() },
        "amount",
      ],
      [
        `/transactions/${paid.id}/reversal`,
        { on_insufficient: "overdraw", idempotency_key: newKey() },
        "on_insufficient",
      ],
      [
        `/transactions/${paid.id}/reversal`,
        { reason: "r".repeat(100_000), idempotency_key: newKey() },
        "reason",
      ],
      [`/transactions/${paid.id}/refund`, { amount: 0.5, idempotency_key: newKey() }, "amount"],
      [`/transactions/${paid.id}/refund`, { idempotency_key: newKey() }, "amount"],
      [`/wallets/${setup.treasury}/key-rotation`, {}, "idempotency_key"],
    ]
    for (const [path, body, field] of wrong)
      expect(
        Object.keys(
          (await readBody(await world.call("POST", `/console/v1${path}`, body), 422)).errors,
        ),
      ).toEqual([field])
    const body = { idempotency_key: newKey() }
    for (const path of [
      `/transactions/${"t".repeat(24)}/reversal`,
      `/wallets/${setup.bob}/key-rotation`,
    ])
      await readBody(await world.call("POST", `/console/v1${path}`, body), 404)
    expect(await leaves()).toBe(before)
  })
})

describe("signatures", () => {
  it("of a wallet are a hundred an hour for what its holder asks, and a refused one burns no key", async () => {
    await setup.pay("ada", 500, newKey())
    const body = (key: string) => ({
      to: { type: "username", value: "bob" },
      amount: 1,
      idempotency_key: key,
    })
    const ask = (key: string) =>
      setup.as(setup.adaToken, "POST", `/api/v1/wallets/${setup.ada}/transfer`, body(key))
    for (let n = 0; n < 100; n += 1) await readBody(await ask(`n-${n}`), 201)
    const refused = await ask("one more")
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await readBody(refused, 429)).toMatchObject({ code: "rate_limit_exceeded" })
    // The headers are of the limit that refused, not of the bucket that the call was charged to.
    const limitHeaders = ["limit", "remaining", "reset", "policy"].map((name) =>
      refused.headers.get(`ratelimit-${name}`),
    )
    expect(limitHeaders).toEqual(["100", "0", refused.headers.get("retry-after"), "100;w=3600"])
    expect(
      ["limit", "remaining", "reset", "policy"].map((name) =>
        refused.headers.get(`x-ratelimit-${name}`),
      ),
    ).toEqual(limitHeaders)
    await readBody(await ask("n-7"), 200)
    expect(await setup.balance(setup.bob)).toBe(100)
    await setup.world.symbolon.testClock?.moveTo(new Date(start.getTime() + 3_600_000))
    // Her token has ended by now: through the facade, under the same key.
    const to = { type: "username", value: "bob" } as const
    await setup.world.symbolon.wallets.transfer({
      wallet: setup.ada,
      to,
      amount: 1,
      idempotencyKey: "one more",
    })
    expect(await setup.balance(setup.bob)).toBe(101)
  })
})
