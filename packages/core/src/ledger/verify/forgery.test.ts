import { describe, expect, it } from "vitest"
import {
  judge,
  judgeLeaves,
  keyAt,
  leafAt,
  leaves,
  note,
  sample,
} from "../../../test/fixtures/sample-export.ts"
import { leafOf, linesOf, openSample, resigned } from "../../../test/fixtures/sample-ledger.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { bodyText, sealBody, type TransactionBody } from "../../ledger-proof/body.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import { addressOf } from "../../wallets/address.ts"

describe("what a key's owner could forge", () => {
  const last = leaves.length - 1
  const [senderOfLast, receiverOfLast] = [1 + (5 % 3), 1 + (6 % 3)]
  const forge = (change: Partial<TransactionBody>) =>
    judgeLeaves([...leaves.slice(0, last), resigned(leafAt(last), change, keyAt(senderOfLast))])

  it("is their own entry, while nothing leans on it", async () => {
    expect(await forge({})).toBe("verified")
    expect(await forge({ amount: 1 })).toBe("verified")
    expect(
      await judge(
        await linesOf(
          [...leaves.slice(0, last), resigned(leafAt(last), { amount: 1 }, keyAt(senderOfLast))],
          note,
        ),
      ),
    ).toBe("bad_root -")
  })

  it.each([
    [{ amount: 10_000 }, "overdraft"],
    [{ amount: Number.MAX_SAFE_INTEGER }, "overdraft"],
    [{ transaction_type: "mint", amount: 10_000 }, "bad_issuer"],
    [{ transaction_type: "mint", amount: 0 }, "bad_issuer"],
    [{ transaction_type: "reversal", amount: 10_000 }, "bad_original"],
    [{ original_transaction_id: "t00000000000000000000000" }, "bad_original"],
    [{ from_sequence: 9 }, "sequence_gap"],
    [{ to_sequence: 9 }, "sequence_gap"],
    [{ previous_hash: sha256("") }, "bad_previous_hash"],
    [{ to_previous_hash: sha256("") }, "bad_previous_hash"],
    [
      {
        from_address: sample.addresses[receiverOfLast] ?? "",
        to_address: sample.addresses[senderOfLast] ?? "",
      },
      "bad_address",
    ],
    [{ public_key: keyAt(receiverOfLast).publicKeyPem }, "bad_signature"],
    [{ public_key: "" }, "bad_public_key"],
    [{ network: "main" }, "bad_address"],
    [{ network: "staging" }, "bad_address"],
    [{ effect: "post" }, "bad_original"],
    [{ effect: "void" }, "bad_original"],
    [{ amount: -1 }, "schema"],
  ] satisfies [Partial<TransactionBody>, string][])("but not %o", async (change, code) =>
    expect(await forge(change)).toBe(`${code} ${last}`),
  )

  it("but not with another's signature, or a leaf hash of another text", async () => {
    const other = resigned(leafAt(last), {}, keyAt(receiverOfLast))
    expect(await judgeLeaves([...leaves.slice(0, last), other])).toBe(`bad_signature ${last}`)
    expect(
      await judgeLeaves([...leaves.slice(0, last), { ...leafAt(last), leafHash: sha256("") }]),
    ).toBe(`bad_leaf_hash ${last}`)
    expect(
      await judgeLeaves([
        ...leaves.slice(0, last),
        { ...leafAt(last), signature: `${leafAt(last).signature}=` },
      ]),
    ).toBe(`bad_signature ${last}`)
  })

  it("but not a transaction as a status leaf", async () => {
    expect(await judgeLeaves([{ ...leafAt(0), kind: "status" }])).toBe("schema 0")
  })

  it("but not a balance past what numbers hold", async () => {
    const { post, transactions, keys } = openSample()
    post(0, 1, Number.MAX_SAFE_INTEGER)
    post(0, 2, 0)
    const [first, second] = transactions.map(leafOf)
    const [issuer] = keys
    if (first === undefined || second === undefined || issuer === undefined)
      throw new Error("There are two entries.")
    expect(await judgeLeaves([first, resigned(second, { amount: 1 }, issuer)])).toBe(
      "not_conserved 1",
    )
  })

  it("but not with a key that signs everything", async () => {
    // The eight points of small order, and the second spellings of two of them
    // (https://eprint.iacr.org/2020/1244, table 1).
    const identity = `01${"00".repeat(31)}`
    const keys = [
      identity,
      `ec${"ff".repeat(30)}7f`,
      "00".repeat(32),
      `${"00".repeat(31)}80`,
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      `01${"00".repeat(30)}80`,
      `ee${"ff".repeat(30)}7f`,
    ]
    for (const hex of keys) {
      const raw = Buffer.from(hex, "hex")
      const from = addressOf(raw, "test")
      const body: TransactionBody = {
        ...JSON.parse(leafAt(0).text),
        from_address: from,
        public_key: publicKeyPem(raw),
      }
      const text = bodyText(body)
      // R the identity, S zero: Node 20 takes it for a signature of anything by a key of small
      // order.
      const signature = Buffer.concat([Buffer.from(identity, "hex"), Buffer.alloc(32)]).toString(
        "base64url",
      )
      const forged = {
        ...leafAt(0),
        text,
        signature,
        leafHash: sealBody(text, nativeHost).leafHash,
      }
      expect(await judgeLeaves([forged]), hex).toBe("bad_public_key 0")
    }
  })
})
