import { sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { nativeHost } from "../foundation/kernel/native-host.ts"
import {
  address,
  at,
  bare,
  bodyAt,
  checkpoint,
  forged,
  judge,
  keyOfSender,
  look,
  proved,
  sample,
  wallet,
} from "../../test/fixtures/history-sample.ts"
import { bodyText, sealBody, type TransactionBody } from "./body.ts"
import { sha256 } from "../foundation/kernel/digest.ts"
import { addressOf } from "../wallets/address.ts"
import { publicKeyPem } from "./public-key.ts"
import { signingKey } from "../wallets/sealed-key.ts"
import { emptyHistory, type HistoryState } from "./history-state.ts"
import type { HistoryEntry } from "./verify-history.ts"

describe("what somebody with a key could forge", () => {
  const last = bare.length - 1
  const forge = (change: Partial<TransactionBody>, key = keyOfSender(last)) =>
    judge([...bare.slice(0, last), forged(last, change, key)])
  const isOut = bodyAt(last).from_address === address

  it("is the newest entry, which a checkpoint then shows", async () => {
    expect(await forge({ amount: 1 })).toBe("unanchored")
    const inclusion = at(proved, last).inclusion
    const entries = [...proved.slice(0, last), { ...forged(last, { amount: 1 }), inclusion }]
    expect(await judge(entries, { checkpoint })).toBe(`bad_inclusion ${last + 1}`)
  })

  it.each<readonly [Partial<TransactionBody>, string]>([
    [{ network: "main" }, "bad_address"],
    [{ network: "staging" }, "bad_address"],
    [{ effect: "pending" }, "unanchored"],
    [{ effect: "post", original_transaction_id: "a".repeat(24) }, "bad_original"],
    [{ effect: "void" }, "bad_original"],
    [{ effect: "elsewhere" as "posted" }, "schema"],
    [{ public_key: "" }, "bad_public_key"],
    [{ public_key: at(sample.keys, 3).publicKeyPem }, "bad_address"],
    [isOut ? { from_sequence: 40 } : { to_sequence: 40 }, "sequence_gap"],
    [isOut ? { previous_hash: sha256("") } : { to_previous_hash: sha256("") }, "bad_previous_hash"],
    [{ data_hash: sha256("") }, "unanchored"],
  ])("%j is %s", async (change, code) =>
    expect(await forge(change)).toBe(code === "unanchored" ? code : `${code} ${last + 1}`),
  )

  it("is not another's entry with a key of their own", async () => {
    expect(await forge({}, signingKey(new Uint8Array(32).fill(99), 1))).toBe(
      `bad_signature ${last + 1}`,
    )
    const outsider = signingKey(new Uint8Array(32).fill(99), 1)
    const entry = forged(last, { public_key: outsider.publicKeyPem }, outsider)
    expect(await judge([...bare.slice(0, last), entry])).toBe(`bad_address ${last + 1}`)
  })

  it("content that is not what its hash says", async () => {
    expect(await judge(bare.with(2, { ...at(bare, 2), encryptedData: "other" }))).toBe(
      "bad_data_hash 3",
    )
    expect(await judge(bare.with(2, { ...at(bare, 2), encryptedData: "\ud800" }))).toBe(
      "bad_data_hash 3",
    )
    const entry = { ...forged(last, { data_hash: sha256("secret") }), encryptedData: "secret" }
    expect(await judge([...bare.slice(0, last), entry])).toBe("unanchored")
    expect(await judge([...bare.slice(0, last), { ...entry, encryptedData: "" }])).toBe(
      `bad_data_hash ${last + 1}`,
    )
  })
})

/** The identity of the curve. */
const smallOrder = new Uint8Array(32).with(0, 1)
const weak = JSON.stringify({ public_key: publicKeyPem(smallOrder) })

describe("the wallet's own side", () => {
  const mine = signingKey(new Uint8Array(32).fill(wallet + 1), 1)
  const another = signingKey(new Uint8Array(32).fill(50), 2)
  /** An entry that the wallet itself sends next. */
  const sent = (
    state: HistoryState,
    change: Partial<TransactionBody>,
    key = mine,
  ): HistoryEntry => {
    const body: TransactionBody = {
      ...bodyAt(0),
      from_address: address,
      to_address: at(sample.addresses, 3),
      from_sequence: state.sequence + 1,
      previous_hash: state.head,
      to_sequence: 1,
      to_previous_hash: sha256("theirs"),
      transaction_type: "transfer",
      amount: 0,
      public_key: key.publicKeyPem,
      ...change,
    }
    const text = bodyText(body)
    return {
      text,
      signature: sign(null, sealBody(text, nativeHost).input, key.privateKey).toString("base64url"),
    }
  }
  const rotation = {
    transaction_type: "key_rotation" as const,
    data_hash: sha256(JSON.stringify({ public_key: another.publicKeyPem })),
  }
  const data = JSON.stringify({ public_key: another.publicKeyPem })

  it.each<readonly [string, Partial<HistoryState>, Partial<TransactionBody>, string]>([
    ["spends what it has", { balance: 5 }, { amount: 5 }, "unanchored"],
    ["spends more", { balance: 5 }, { amount: 6 }, "overdraft 1"],
    ["mints below 0", { balance: 5 }, { amount: 6, transaction_type: "mint" }, "unanchored"],
    [
      "mints although it holds points",
      { sends: "holder" },
      { transaction_type: "mint" },
      "bad_issuer 1",
    ],
    ["transfers although it issues", { sends: "issuance" }, {}, "bad_issuer 1"],
    [
      "undoes as an issuer",
      { sends: "issuance", balance: -9 },
      { transaction_type: "reversal", amount: 1 },
      "unanchored",
    ],
    [
      "undoes what it does not have",
      { balance: 5 },
      { transaction_type: "reversal", amount: 6 },
      "overdraft 1",
    ],
    [
      "goes past what numbers hold",
      { balance: -1, sends: "issuance" },
      { transaction_type: "mint", amount: Number.MAX_SAFE_INTEGER },
      "not_conserved 1",
    ],
  ])("%s", async (_, from, change, verdict) => {
    const state = { ...emptyHistory(address), ...from }
    expect(await judge([sent(state, change)], { state })).toBe(verdict)
  })

  it("signs with its new key once that was rotated, and with no other", async () => {
    const start = emptyHistory(address)
    const rotated = await look([{ ...sent(start, rotation), data }])
    expect(rotated).toMatchObject({
      verdict: "unanchored",
      state: { publicKey: another.publicKeyPem },
    })
    expect(await judge([sent(rotated.state, {}, another)], { state: rotated.state })).toBe(
      "unanchored",
    )
    expect(await judge([sent(rotated.state, {})], { state: rotated.state })).toBe("bad_address 2")
    expect(await judge([sent(start, {}, another)])).toBe("bad_address 1")
  })

  it.each<readonly [string, string | undefined, Partial<TransactionBody>]>([
    ["without saying to what", undefined, {}],
    ["to something else than it signed", JSON.stringify({ public_key: mine.publicKeyPem }), {}],
    ["with points", data, { amount: 1 }],
    ["to no key", '{"public_key":"x"}', { data_hash: sha256('{"public_key":"x"}') }],
    ["to a key of small order", weak, { data_hash: sha256(weak) }],
    ["to no JSON", "x", { data_hash: sha256("x") }],
    ["in another spelling", ` ${data}`, { data_hash: sha256(` ${data}`) }],
    [
      "with more",
      data.replace("}", ',"x":1}'),
      { data_hash: sha256(data.replace("}", ',"x":1}')) },
    ],
  ])("does not rotate its key %s", async (_, supplied, change) => {
    const state = { ...emptyHistory(address), balance: 10 }
    expect(
      await judge([{ ...sent(state, { ...rotation, ...change }), data: supplied }], { state }),
    ).toBe("bad_key_rotation 1")
  })

  it("takes nothing from a key of small order, which signs everything", async () => {
    const from_address = addressOf(smallOrder, "test")
    const entry = sent(emptyHistory(address), {
      from_address,
      to_address: address,
      to_sequence: 1,
      to_previous_hash: emptyHistory(address).head,
      public_key: publicKeyPem(smallOrder),
    })
    expect(await judge([entry], { verify: () => true })).toBe("bad_public_key 1")
  })

  it("is of one network", async () =>
    expect(await judge(bare, { network: "main" })).toBe("schema 1"))

  it("takes another's rotated key only from who vouches for it", async () => {
    const index = bare.findIndex((_, n) => bodyAt(n).from_address !== address)
    const { from_address } = bodyAt(index)
    const entries = [
      ...bare.slice(0, index),
      forged(index, { public_key: another.publicKeyPem }, another),
    ]
    expect(await judge(entries)).toBe(`bad_address ${index + 1}`)
    expect(
      await judge(entries, { senderKeys: new Map([[from_address, [another.publicKeyPem]]]) }),
    ).toBe("unanchored")
    expect(await judge(entries, { senderKeys: new Map([[address, [another.publicKeyPem]]]) })).toBe(
      `bad_address ${index + 1}`,
    )
  })
})
