/**
 * Checks what a service shows of a wallet, without believing it: needs nothing but the client.
 * @module
 */
import {
  bodyTextOf,
  emptyHistory,
  type HistoryEntry,
  type HistoryState,
  openCheckpoint,
  verifyHistory as verify,
} from "@symbolon/core/ledger-proof"
import type { Client } from "./client.ts"
import type { LedgerKeys, Transaction, TransactionProof } from "./generated/types.ts"
import { isApiError } from "./symbolon-error.ts"

/**
 * Where a holder keeps what was found last time: a file, or `localStorage`. A kilobyte for each
 * wallet.
 */
export interface HistoryStore {
  /** What was saved; undefined, or null, before the first time. */
  readonly load: () => Promise<string | null | undefined> | string | null | undefined
  readonly save: (text: string) => Promise<void> | void
}

/** How a history is looked at. */
export interface VerifyHistoryOptions {
  readonly store: HistoryStore
  /**
   * Public keys of the log, raw base64url, that are known from elsewhere. Default: those that the
   * service names.
   */
  readonly logKeys?: readonly string[]
  /** Does the equation of Ed25519 faster than we can, as WebCrypto and `node:crypto` do. */
  readonly verify?: (
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ) => boolean | Promise<boolean>
}

/** What was found of a wallet's history. */
export interface VerifiedHistory {
  /**
   * `verified`: sound, and its newest entry stands in the log that everybody sees. `unanchored`:
   * nothing has happened in the wallet yet.
   */
  readonly verdict: "verified" | "broken" | "unanchored"
  /** How many entries were found sound this time. */
  readonly entries: number
  /** How many there are altogether, as far as they are sound. */
  readonly sequence: number
  /** Points by the entries alone, and how many of them are held. */
  readonly balance: number
  readonly held: number
  /** The checkpoint of the log that it was held against, a signed note: worth keeping elsewhere. */
  readonly checkpoint: string | null
  /** Other wallets that have rotated their keys, which their holders alone can check. */
  readonly rotatedSenders: readonly string[]
  /** `sequence` is undefined when no one entry is to blame. */
  readonly firstError: { readonly code: string; readonly sequence: number | undefined } | undefined
}

/**
 * Verifies one's own wallet: every entry since the last look by its text, signature, place in the
 * chain and balance; that the newest stands in the service's log; and that this log still begins
 * with the one that was seen last time. Reads page by page, and remembers what was found unless it
 * is broken. A look costs a page for each hundred new entries, and four calls besides.
 *
 * @example
 * ```ts
 * import { verifyHistory } from "@symbolon/client-sdk/ledger"
 *
 * const store = { load: () => localStorage.getItem("ledger"), save: (text) => localStorage.setItem("ledger", text) }
 * const { verdict, balance, firstError } = await verifyHistory(client, address, { store })
 * ```
 */
export const verifyHistory = async (
  client: Client,
  wallet: string,
  options: VerifyHistoryOptions,
): Promise<VerifiedHistory> => {
  // The service takes an address in any case; entries carry it in lower case.
  const address = wallet.trim().toLowerCase()
  const known = knownOf(await options.store.load(), address)
  const ledger = await client.ledger.keys()
  const begun = known?.history ?? emptyHistory(address)
  const broken = (code: string, state = begun): VerifiedHistory =>
    resultOf({ state, begun, verdict: "broken", code })
  if (known !== undefined && (known.origin !== ledger.origin || known.network !== ledger.network))
    return broken("other_ledger")
  const newest = await newestOf(client, address)
  if (newest === undefined)
    return begun.sequence > 0
      ? broken("truncated")
      : resultOf({ state: begun, begun, verdict: "unanchored" })
  const target = sequenceOf(newest, address)
  if (target < begun.sequence) return broken("truncated")
  const proof = await proofOf(client, newest.id, begun)
  const checkpoint = openCheckpoint(proof.checkpoint, {
    origin: ledger.origin,
    keys: keysOf(ledger, options.logKeys),
  })
  if (checkpoint === null) return broken("checkpoint_signature")
  const look = (from: number) =>
    verify(
      entriesOf(client, {
        address,
        network: ledger.network,
        from,
        after: begun.sequence,
        target,
        proof,
      }),
      {
        address,
        network: ledger.network,
        state: begun,
        checkpoint: { size: checkpoint.size, root: checkpoint.root },
        consistency: proof.consistency ?? [],
        acceptsRotatedSenders: true,
        proofs: "newest",
        verify: options.verify,
      },
    )
  const first = 1 + Math.floor(begun.sequence / pageSize)
  let report = await look(first)
  // Pages are in order of time, and clocks of several machines may disagree: before anybody is
  // accused, all of them are read.
  if (report.firstError?.code === "sequence_gap" && first > 1) report = await look(1)
  const { state, firstError } = report
  const seen = { state, begun, note: proof.checkpoint, rotatedSenders: report.rotatedSenders }
  if (firstError !== undefined) return resultOf({ ...seen, verdict: "broken", ...firstError })
  if (
    state.sequence < target ||
    (begun.sequence === target && begun.head !== newest.transaction_hash)
  )
    return resultOf({ ...seen, verdict: "broken", code: "truncated" })
  if (!(await agrees(client, address, state)))
    return resultOf({ ...seen, verdict: "broken", code: "bad_balance" })
  const { origin, network } = ledger
  await options.store.save(textOf({ origin, network, history: state }, address))
  return resultOf({ ...seen, verdict: report.verdict })
}

const pageSize = 100
/** Entries that came too early wait for those before them, at most so many. */
const waitingMax = 1000

interface Known {
  readonly origin: string
  readonly network: string
  readonly history: HistoryState
}

const knownOf = (text: string | null | undefined, address: string): Known | undefined => {
  if (text === null || text === undefined) return undefined
  const known: Known & { readonly v: number; readonly address: string } = JSON.parse(text)
  if (known.v !== 1 || known.address !== address)
    throw new TypeError("The stored state belongs to another wallet or another version.")
  return known
}

const textOf = ({ origin, network, history }: Known, address: string): string =>
  JSON.stringify({ v: 1, address, origin, network, history })

interface Found {
  readonly state: HistoryState
  readonly begun: HistoryState
  readonly verdict: VerifiedHistory["verdict"]
  readonly note?: string
  readonly rotatedSenders?: readonly string[]
  readonly code?: string
  readonly sequence?: number | undefined
}

const resultOf = ({
  state,
  begun,
  verdict,
  note,
  rotatedSenders = [],
  code,
  sequence,
}: Found): VerifiedHistory => ({
  verdict,
  entries: state.sequence - begun.sequence,
  sequence: state.sequence,
  balance: state.balance,
  held: state.held,
  checkpoint: note ?? null,
  rotatedSenders,
  firstError: code === undefined ? undefined : { code, sequence },
})

const sequenceOf = (shownAs: Transaction, address: string): number =>
  shownAs.from_address === address ? shownAs.from_sequence : shownAs.to_sequence

const newestOf = async (client: Client, address: string): Promise<Transaction | undefined> => {
  const { items } = await client.wallets.listTransactions(address, { page_size: pageSize })
  return items.reduce<Transaction | undefined>(
    (last, item) =>
      last === undefined || sequenceOf(item, address) > sequenceOf(last, address) ? item : last,
    undefined,
  )
}

const proofOf = async (
  client: Client,
  id: string,
  { checkpoint }: HistoryState,
): Promise<TransactionProof> => {
  if (checkpoint === null) return client.transactions.proof(id)
  try {
    return await client.transactions.proof(id, { from_size: checkpoint.size })
  } catch (reason) {
    // The log is shorter than it was: then its checkpoint says so itself.
    if (isApiError(reason, "bad_request")) return client.transactions.proof(id)
    throw reason
  }
}

const keysOf = (
  { keys }: LedgerKeys,
  given: readonly string[] | undefined,
): readonly Uint8Array[] =>
  (
    given ??
    keys.filter(({ purpose }) => purpose === "ledger_checkpoint").map(({ public_key: key }) => key)
  ).map((key) =>
    Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    ),
  )

interface Reading {
  readonly address: string
  readonly network: string
  /** The page to begin with. */
  readonly from: number
  readonly after: number
  readonly target: number
  readonly proof: TransactionProof
}

/** The entries behind those that are known, oldest first, up to the one that the proof is of. */
async function* entriesOf(
  client: Client,
  { address, network, from, after, target, proof }: Reading,
): AsyncGenerator<HistoryEntry> {
  if (after === target) return
  let next = after + 1
  const waiting = new Map<number, Transaction>()
  const entry = (item: Transaction): HistoryEntry => ({
    text: bodyTextOf(item, network),
    signature: item.signature,
    ...(item.encrypted_data === "" ? {} : { encryptedData: item.encrypted_data }),
    ...(item.data === "" ? {} : { data: item.data }),
    ...(item.id === proof.transaction_id
      ? { inclusion: { logIndex: proof.log_index, path: proof.inclusion } }
      : {}),
  })
  for await (const item of client.wallets.listTransactions(address, {
    sort_order: "asc",
    page_size: pageSize,
    page: from,
  })) {
    const sequence = sequenceOf(item, address)
    if (sequence >= next && sequence <= target) waiting.set(sequence, item)
    for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(next)) {
      waiting.delete(next)
      yield entry(ready)
      next += 1
    }
    if (next > target) return
    if (waiting.size > waitingMax) break
  }
  // What waits in vain is behind a gap, and the verifier says which.
  for (const [, item] of [...waiting].sort(([a], [b]) => a - b)) yield entry(item)
}

/**
 * Whether the balance that is told is that of the entries; looked at again while entries are added.
 */
const agrees = async (
  client: Client,
  address: string,
  { sequence, balance }: HistoryState,
): Promise<boolean> => {
  const reported = await client.wallets.balance(address)
  if (reported.balance === balance) return true
  const { total_items: now } = await client.wallets.listTransactions(address, { page_size: 1 })
  return now > sequence
}
