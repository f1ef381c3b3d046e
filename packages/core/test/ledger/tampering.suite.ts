import { describe, expect, it } from "vitest"
import { nativeHost } from "../../src/foundation/kernel/native-host.ts"
import type { Storage } from "../../src/index.ts"
import { verifyLedger } from "../../src/ledger/index.ts"
import { metaHash } from "../../src/ledger-proof/commitments.ts"
import { sealBody, type TransactionBody } from "../../src/ledger-proof/body.ts"
import { settle, initialState, type EntryState } from "../../src/ledger/entries/entry-state.ts"
import { openTestLedger, perform, toWallet, type TestLedger } from "../fixtures/ledger.ts"
import { walletsOf } from "./soundness.ts"
import { portsOf } from "../../src/effect.ts"

/** A store whose rows can be changed behind its back. */
export interface Tampered {
  readonly storage: Storage
  readonly read: (table: string, column: string, where: string) => Promise<unknown>
  readonly write: (table: string, column: string, where: string, value: unknown) => Promise<void>
}

/**
 * One byte class of a column: how it is changed, and what the verifier, or else a look at rows
 * beside the log, says.
 */
type Case = readonly [
  table: string,
  where: string,
  column: string,
  what: string,
  change: (value: string) => unknown,
  found: RegExp,
]

const flip = (at: number) => (text: string) => {
  const index = at < 0 ? text.length + at : at
  return `${text.slice(0, index)}${text[index] === "b" ? "c" : "b"}${text.slice(index + 1)}`
}
const more = (value: string) => Number(value) + 1
const less = (value: string) => Number(value) - 1
const swap = (from: string | RegExp, to: string) => (text: string) => {
  if (text.replace(from, to) === text) throw new Error(`Nothing to change: ${text}`)
  return text.replace(from, to)
}
const paid = "log_index = 1"
const ended = "log_index = 4"
const rotation = "transaction_type = 'key_rotation'"
const payer = "kind = 'treasury'"

const cases: readonly Case[] = [
  [
    "transactions",
    paid,
    "text",
    "a digit of the amount",
    swap('"amount":60', '"amount":61'),
    /^bad_signature 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "an instant",
    swap("2026-11-21T10", "2026-11-21T11"),
    /^bad_signature 1$/,
  ],
  ["transactions", paid, "text", "an enum", swap('"posted"', '"placed"'), /^schema 1$/],
  [
    "transactions",
    paid,
    "text",
    "another effect",
    swap('"posted"', '"pending"'),
    /^bad_signature 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "an address",
    (text) =>
      text.replace(
        /("to_address":"tsy1q)(.)/,
        (_, head, char) => head + (char === "q" ? "p" : "q"),
      ),
    /^bad_address 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "the key",
    (text) => text.replace(/(VwAyEA.)(.)/, (_, head, char) => head + (char === "A" ? "B" : "A")),
    /^bad_(public_key|signature) 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "the key's header",
    swap("MCowBQ", "MCowBR"),
    /^bad_public_key 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "a hash",
    (text) =>
      text.replace(/("previous_hash":")(.)/, (_, head, char) => head + (char === "0" ? "1" : "0")),
    /^bad_signature 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "a sequence",
    swap('"from_sequence":2', '"from_sequence":3'),
    /^bad_signature 1$/,
  ],
  [
    "transactions",
    paid,
    "text",
    "the network",
    swap('"network":"test"', '"network":"tesu"'),
    /^(schema|bad_address) 1$/,
  ],
  ["transactions", paid, "text", "the version", swap('"v":1', '"v":2'), /^schema 1$/],
  [
    "transactions",
    paid,
    "text",
    "a member's name",
    swap('"meta_hash"', '"meta_hasj"'),
    /^schema 1$|^bad_json 1$/,
  ],
  ["transactions", paid, "text", "white space", swap(",", ", "), /^bad_json 1$/],
  ["transactions", paid, "text", "a brace", swap("{", "["), /^bad_json 1$/],
  ["transactions", paid, "signature", "its first half", flip(5), /^bad_signature 1$/],
  ["transactions", paid, "signature", "its second half", flip(60), /^bad_signature 1$/],
  ["transactions", paid, "signature", "its end", (text) => `${text}A`, /^bad_signature 1$/],
  ["transactions", paid, "leaf_hash", "a digit", flip(0), /^bad_leaf_hash 1$/],
  ["transactions", paid, "log_index", "moved on", () => 1000, /^sequence_gap 1$/],
  [
    "transactions",
    rotation,
    "public_data",
    "a character",
    swap("VwAyEA", "VwAyEB"),
    /^bad_data_hash \d+$/,
  ],
  ["transactions", rotation, "public_data", "all of it", () => "", /^bad_data_hash \d+$/],
  [
    "ledger_statuses",
    ended,
    "text",
    "a status",
    swap('"confirmed"', '"cancelled"'),
    /^bad_signature 4$/,
  ],
  [
    "ledger_statuses",
    ended,
    "text",
    "an id",
    (text) =>
      text.replace(
        /("transaction_id":".{5})(.)/,
        (_, head, char) => head + (char === "a" ? "b" : "a"),
      ),
    /^bad_signature 4$/,
  ],
  ["ledger_statuses", ended, "text", "a brace", swap("{", "["), /^bad_json 4$/],
  ["ledger_statuses", ended, "signature", "its first half", flip(5), /^bad_signature 4$/],
  ["ledger_statuses", ended, "signature", "its second half", flip(60), /^bad_signature 4$/],
  ["ledger_statuses", ended, "leaf_hash", "a digit", flip(-1), /^bad_leaf_hash 4$/],
  ["ledger_statuses", ended, "log_index", "moved on", () => 1000, /^sequence_gap 4$/],
  ["ledger", "singleton = 1", "size", "one more", more, /^truncated|^bad_root|^an export fails/],
  ["ledger", "singleton = 1", "size", "one less", less, /^bad_root|^bad_status|^an export fails/],
  [
    "ledger",
    "singleton = 1",
    "frontier",
    "a hash",
    (text) => text.replace(/[0-9a-f]/, (char) => (char === "0" ? "1" : "0")),
    /^bad_root undefined$/,
  ],
  // Beside the log: what the verifier cannot see is compared with what it saw.
  ["transactions", paid, "id", "a character", flip(3), /^stored: no transaction of this id/],
  [
    "transactions",
    paid,
    "from_address",
    "a character",
    flip(10),
    /^stored: not in its sender's list/,
  ],
  [
    "transactions",
    paid,
    "to_address",
    "a character",
    flip(10),
    /^stored: not in its receiver's list/,
  ],
  ["transactions", paid, "transaction_hash", "a digit", flip(0), /^stored: transaction_hash/],
  ["transactions", paid, "status", "another", () => "reversed", /^stored: status/],
  ["transactions", paid, "moved_amount", "one more", more, /^stored: moved_amount/],
  ["transactions", paid, "refunded_amount", "one more", more, /^stored: refunded_amount/],
  ["transactions", paid, "created_at", "one millisecond", more, /^stored: created_at/],
  [
    "transactions",
    "meta is not null",
    "meta",
    "a character of the description",
    swap("dinner", "diNNer"),
    /^stored: meta/,
  ],
  [
    "transactions",
    "meta is not null",
    "meta",
    "the salt",
    (text) => text.replace(/("salt": ?")(.)/, (_, head, char) => head + (char === "_" ? "-" : "_")),
    /^stored: meta/,
  ],
  ["wallets", payer, "balance", "one more", more, /^stored: balance/],
  ["wallets", payer, "held", "one more", more, /^stored: held/],
  ["wallets", payer, "sequence", "one less", less, /^stored: sequence/],
  ["wallets", payer, "head", "a digit", flip(0), /^stored: head/],
  ["wallets", payer, "public_key", "a character", flip(3), /^stored: public_key/],
]

/**
 * No hash covers these, and why that is right. `from_sequence`, `to_sequence`, `transaction_type`,
 * `original_transaction_id`: copies out of the text for the engine's constraints and filters; no
 * answer is made of them. `expires_at`, `confirmed_at`, `failed_at`, `failure_reason`,
 * `reversal_reason`, `status_reason`: told beside the entry; status leaves say what happened, when,
 * and commit to the reason by `reason_hash`, and the texts may be erased. `encrypted_data`:
 * `data_hash` covers it, where an export carries it (verify-ledger.test.ts). Keys at rest: sealed
 * boxes fail to open. `outcomes`: what a caller was told; the log has what was done.
 */
export const tamperingSuite = (engine: string, open: () => Promise<Tampered>): void => {
  describe(`a store behind the back of ${engine}`, () => {
    it("is found out, whatever is changed in it", async () => {
      const tampered = await open()
      const ledger = await openStory(tampered.storage)
      expect(await verdict(ledger)).toBe("nothing")
      for (const [table, where, column, what, change, found] of cases) {
        const label = `${table}.${column}, ${what}`
        const before = await tampered.read(table, column, where)
        const text =
          typeof before === "string" || typeof before === "number"
            ? String(before)
            : JSON.stringify(before)
        await tampered.write(table, column, where, change(text))
        expect
          .soft(`${label}: ${await verdict(ledger)}`)
          .toMatch(
            new RegExp(found.source.replaceAll("^", `^${label.replaceAll(/[.()]/g, "\\$&")}: `)),
          )
        // Back by the new place, where the place itself was changed.
        await tampered.write(
          table,
          column,
          change(text) === 1000 ? "log_index = 1000" : column === "id" ? paid : where,
          typeof before === "object" ? text : before,
        )
      }
      expect(await verdict(ledger)).toBe("nothing")
      await ledger.symbolon.close()
    })
  })
}

const openStory = async (storage: Storage): Promise<TestLedger> => {
  const ledger = await openTestLedger(storage)
  const { wallets } = ledger.symbolon
  const expiresAt = ledger.clock.now().getTime() + 60_000
  await perform(ledger, { verb: "mint", key: "minted", amount: 100 })
  await perform(ledger, { verb: "transfer", key: "paid", from: 1, to: 2, amount: 60 })
  await perform(ledger, { verb: "hold", key: "held", from: 2, to: 3, amount: 20, expiresAt })
  await perform(ledger, { verb: "settle", key: "settled", of: "held", amount: 15 })
  await perform(ledger, { verb: "refund", key: "back", of: "held", amount: 5 })
  await perform(ledger, { verb: "rotate", key: "turned", wallet: 2 })
  const [, , wallet = "", to = ""] = ledger.wallets
  await wallets.transfer({
    wallet,
    to: toWallet(to),
    amount: 1,
    description: "dinner",
    idempotencyKey: "dinner",
  })
  return ledger
}

const verdict = async (ledger: TestLedger): Promise<string> => {
  const report = await verifyLedger(ledger.symbolon.exportLedger()).catch(
    (reason: unknown) => `an export fails: ${String(reason)}`,
  )
  if (typeof report === "string") return report
  if (report.firstError !== undefined)
    return `${report.firstError.code} ${report.firstError.logIndex}`
  for (const wallet of await walletsOf(ledger)) {
    const seen = report.wallets.get(wallet.address)
    if (seen === undefined) continue
    for (const fact of ["balance", "held", "sequence", "head"] as const)
      if (wallet[fact] !== seen[fact]) return `stored: ${fact}`
    const raw = Buffer.from(wallet.publicKey, "base64url").toString("base64")
    if (seen.publicKey !== undefined && !seen.publicKey.includes(raw)) return "stored: public_key"
  }
  return storedFault(ledger)
}

/** Whether each stored transaction is what its text, and what leans on it, make of it. */
const storedFault = async ({ symbolon }: TestLedger): Promise<string> =>
  portsOf(symbolon).storage.transact("read", async (tx) => {
    const texts = (await tx.transactions.leaves(0, 1000))
      .filter(({ kind }) => kind === "transaction")
      .map(({ text }) => text)
    const states = new Map<string, EntryState>()
    for (const text of texts) {
      const body: TransactionBody = JSON.parse(text)
      const settlement = settle(body, states.get(body.original_transaction_id))
      if (typeof settlement !== "string")
        states.set(settlement.original.body.id, settlement.original)
      states.set(body.id, initialState(body, sealBody(text, nativeHost).transactionHash))
    }
    for (const text of texts) {
      const body: TransactionBody = JSON.parse(text)
      const stored = await tx.transactions.find(body.id)
      if (stored === undefined) return `stored: no transaction of this id`
      const { status, movedAmount, refundedAmount, transactionHash } = states.get(body.id) ?? stored
      if (stored.transactionHash !== transactionHash) return "stored: transaction_hash"
      if (stored.status !== status) return "stored: status"
      if (stored.movedAmount !== movedAmount) return "stored: moved_amount"
      if (stored.refundedAmount !== refundedAmount) return "stored: refunded_amount"
      if (stored.createdAt.toISOString() !== body.created_at) return "stored: created_at"
      if (
        body.meta_hash !== "" &&
        stored.meta !== undefined &&
        metaHash(stored.meta, nativeHost) !== body.meta_hash
      )
        return "stored: meta"
      for (const [end, address] of [
        ["sender", body.from_address],
        ["receiver", body.to_address],
      ] as const) {
        const list = await tx.transactions.listOf(address, {
          page: 1,
          pageSize: 100,
          sortBy: "created_at",
          sortOrder: "asc",
        })
        if (!list.items.some((one) => one.body.id === body.id))
          return `stored: not in its ${end}'s list`
      }
    }
    return "nothing"
  })
