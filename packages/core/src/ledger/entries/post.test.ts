import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { openSample, playedSample } from "../../../test/fixtures/sample-ledger.ts"
import { readBody } from "../../ledger-proof/body.ts"
import { genesisHead } from "../../ledger-proof/chain.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { appended, emptyLedger, rootOf } from "../log/merkle.ts"
import { KeyChanged } from "./key-changed.ts"
import { post } from "./post.ts"

const most = Number.MAX_SAFE_INTEGER
const move = fc.record({
  from: fc.nat(3),
  to: fc.nat(3),
  amount: fc.oneof(fc.nat(20), fc.constantFrom(0, 100, most)),
})
const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>) =>
  Result.isFailure(result) ? result.failure._tag : "posted"

describe("any sequence of postings", () => {
  it("does what a row of numbers does: the sum stays 0, nobody but the issuer goes below 0, a refusal changes nothing", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const sample = openSample()
        const model = [0, 0, 0, 0]
        for (const { from, to, amount } of moves) {
          const before = { wallets: new Map(sample.wallets), head: sample.head() }
          const [remaining, got] = [(model[from] ?? 0) - amount, (model[to] ?? 0) + amount]
          const outOfRange = remaining < -most || got > most
          const expected =
            from === to || (outOfRange && (from === 0 || remaining >= 0))
              ? "BadRequest"
              : from !== 0 && remaining < 0
                ? "InsufficientBalance"
                : "posted"
          expect(tagOf(sample.post(from, to, amount))).toBe(expected)
          if (expected === "posted") [model[from], model[to]] = [remaining, got]
          const after = { wallets: new Map(sample.wallets), head: sample.head() }
          expect(isDeepStrictEqual(after, before)).toBe(expected !== "posted")
          expect([...sample.wallets.values()].slice(0, 4).map(({ balance }) => balance)).toEqual(
            model,
          )
          expect(model.reduce((sum, balance) => sum + BigInt(balance), 0n)).toBe(0n)
          expect(model.slice(1).every((balance) => balance >= 0)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it("leaves two chains without gaps and the log of all leaves", () => {
    const { transactions, addresses, wallets, head } = playedSample(20)
    for (const address of addresses) {
      const own = transactions.filter(
        ({ body }) => body.from_address === address || body.to_address === address,
      )
      let [sequence, hash] = [0, genesisHead(address, nativeHost)]
      for (const { body, transactionHash } of own) {
        const sent = body.from_address === address
        expect(
          sent
            ? [body.from_sequence, body.previous_hash]
            : [body.to_sequence, body.to_previous_hash],
        ).toEqual([sequence + 1, hash])
        ;[sequence, hash] = [sequence + 1, transactionHash]
      }
      expect(wallets.get(address)).toMatchObject({ sequence, head: hash })
    }
    expect(transactions.map(({ logIndex }) => logIndex)).toEqual(
      transactions.map((_, index) => index),
    )
    expect(head()).toEqual(
      transactions.reduce((log, { leafHash }) => appended(log, leafHash), emptyLedger),
    )
    expect(rootOf(head())).toMatch(/^[0-9a-f]{64}$/)
    for (const { text, body } of transactions) expect(readBody(text)).toMatchObject({ body })
  })
})

describe("post", () => {
  const sample = playedSample(0)
  const [issuance = "", treasury = "", member = ""] = sample.addresses
  const posting = {
    id: "t00000000000000000000000",
    effect: "posted" as const,
    transactionType: "transfer" as const,
    from: treasury,
    to: member,
    amount: 10,
    referenceId: "",
    originalTransactionId: "",
    meta: undefined,
    dataHash: "",
    encryptedData: "",
    data: "",
    expiresAt: undefined,
    reason: undefined,
  }
  const [, key] = sample.keys
  if (key === undefined) throw new Error("A sample has keys.")
  const signing = {
    key,
    statusKey: key.privateKey,
    network: "test",
    now: new Date("2026-11-21T12:34:56.789Z"),
  }
  const view = { wallets: sample.wallets, transactions: new Map(), ledger: sample.head() }

  it("fills what is stored", () => {
    const meta = { description: "Thanks", tags: ["gift"], salt: "AAAA" }
    const { transaction } = Result.getOrThrow(
      post(
        view,
        { ...posting, meta, encryptedData: "secret", dataHash: sha256("secret") },
        signing,
      ),
    )
    expect(transaction).toMatchObject({
      status: "confirmed",
      logIndex: 2,
      meta,
      createdAt: signing.now,
      confirmedAt: signing.now,
      failedAt: undefined,
    })
    expect(transaction.body).toMatchObject({
      created_at: "2026-11-21T12:34:56.789Z",
      data_hash: sha256("secret"),
      network: "test",
    })
    expect(transaction.body.meta_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(transaction.text).not.toContain("Thanks")
  })

  it("answers the same twice and touches nothing", () => {
    const before = structuredClone([...view.wallets])
    expect(post(view, posting, signing)).toEqual(post(view, posting, signing))
    expect([...view.wallets]).toEqual(before)
  })

  it("takes 0 points, and all there are", () => {
    for (const amount of [0, 1500])
      expect(tagOf(post(view, { ...posting, amount }, signing))).toBe("posted")
  })

  it.each([
    [
      { to: treasury },
      { _tag: "BadRequest", field: "to", reason: expect.stringContaining("another wallet") },
    ],
    [{ amount: -1 }, { _tag: "BadRequest", field: "amount" }],
    [{ amount: 0.5 }, { _tag: "BadRequest", field: "amount" }],
    [{ amount: 2 ** 53 }, { _tag: "BadRequest", field: "amount" }],
    [{ to: "tsy1qunknown" }, { _tag: "NotFound", what: "wallet" }],
    [{ amount: 1501 }, { _tag: "InsufficientBalance", available: 1500 }],
  ])("refuses %o", (change, refusal) =>
    expect(
      Result.getOrThrow(Result.flip(post(view, { ...posting, ...change }, signing))),
    ).toMatchObject(refusal),
  )

  it("refuses what the receiver's balance cannot hold", () => {
    const full = new Map(
      [...view.wallets].map(([address, wallet]) => [
        address,
        address === member ? { ...wallet, balance: most } : wallet,
      ]),
    )
    const refused = post({ ...view, wallets: full }, { ...posting, amount: 1 }, signing)
    expect(Result.getOrThrow(Result.flip(refused))).toMatchObject({
      _tag: "BadRequest",
      field: "amount",
      reason: expect.stringContaining("Send fewer points"),
    })
  })

  it("sends the change back when the key was rotated", () => {
    const refused = post(view, posting, { ...signing, key: { ...key, version: 2 } })
    expect(Result.getOrThrow(Result.flip(refused))).toEqual(
      new KeyChanged({ address: treasury, keyVersion: 1 }),
    )
  })

  it("never signs what its own verifier refuses", () => {
    const refuses = (change: Partial<typeof posting>, with_ = signing) =>
      expect(() => post(view, { ...posting, ...change }, with_)).toThrow(/refuses to sign/)
    const [issuer] = sample.keys
    refuses({ id: "nonsense" })
    refuses({ referenceId: "\ud800" })
    refuses({ referenceId: "x".repeat(256) })
    refuses({ encryptedData: "secret" })
    refuses({}, { ...signing, network: "NETWORK" })
    if (issuer !== undefined) refuses({}, { ...signing, key: issuer })
    expect(() =>
      post(view, { ...posting, from: issuance }, { ...signing, key: issuer ?? key }),
    ).toThrow(/issuance does not send/)
    expect(() =>
      post(view, Object.assign({ ...posting }, { transactionType: "mint" }), signing),
    ).toThrow(/treasury does not send/)
  })
})
