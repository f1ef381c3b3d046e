import { decodeBase64url } from "../door/base64url.ts"
import { isAcceptablePublicKey, isAcceptableSignature, verifyEd25519 } from "../door/ed25519.ts"
import { addressOf } from "./address.ts"
import { type BodyFault, type ReadBody, readBody, sealBody, type SealedBody } from "./body.ts"
import { dataHash } from "./commitments.ts"
import {
  type ChainFault,
  emptyHistory,
  entered,
  type HistoryState,
  type LogState,
} from "./history-state.ts"
import { portableHost, type ProofHost } from "./host.ts"
import { newKeyOf } from "./key-rotation.ts"
import { provesConsistency, provesInclusion } from "./merkle.ts"

/** An entry of a wallet's history as its holder receives it. */
export interface HistoryEntry {
  /** The canonical body, exactly as it was signed. */
  readonly text: string
  /** Ed25519, base64url without padding. */
  readonly signature: string
  /** Compared with its hash when it is given. */
  readonly encryptedData?: string | undefined
  /** The canonical text that names the next key: wanted of the wallet's own key rotations. */
  readonly data?: string | undefined
  /** That the entry stands in the log of {@link HistoryQuestion.checkpoint}. */
  readonly inclusion?: { readonly logIndex: number; readonly path: readonly string[] } | undefined
}

/** Whose history it is, and what it is held against. */
export interface HistoryQuestion {
  readonly address: string
  readonly network: string
  /**
   * What was remembered of the last look; the entries follow it. Without it they begin with the
   * first.
   */
  readonly state?: HistoryState | undefined
  /** A checkpoint whose signature the caller has verified. */
  readonly checkpoint?: LogState | undefined
  /** That the log of `checkpoint` begins with the one that was remembered. */
  readonly consistency?: readonly string[] | undefined
  /** What the service says of the wallet now: a history that ends earlier was cut. */
  readonly expected?: Pick<HistoryState, "sequence" | "head" | "balance"> | undefined
  /**
   * PEMs that other wallets sign with since a key rotation of theirs, by address. Others must use
   * the key that their address binds.
   */
  readonly senderKeys?: ReadonlyMap<string, readonly string[]> | undefined
  /**
   * Accepts an entry of another wallet whose signing key is not bound by its address and is not
   * among `senderKeys`: that wallet has rotated its key, which its holder alone can check.
   * {@link HistoryReport.rotatedSenders} names it.
   */
  readonly acceptsRotatedSenders?: boolean | undefined
  /**
   * Which entries bring a proof that they stand in the log. `every` (the default), or `newest`: an
   * entry names the hash of the one before, so that the log that holds the newest is bound to all
   * of them.
   */
  readonly proofs?: "every" | "newest" | undefined
  /**
   * Does the equation of Ed25519 faster than we can, as WebCrypto and `node:crypto` do. Key and
   * signature are checked by us before.
   */
  readonly verify?:
    | ((
        signature: Uint8Array,
        message: Uint8Array,
        publicKey: Uint8Array,
      ) => boolean | Promise<boolean>)
    | undefined
}

/** What can be wrong with an entry, or (from `bad_consistency`) with the history as a whole. */
export type HistoryFault =
  | BodyFault
  | ChainFault
  | "bad_signature"
  | "bad_data_hash"
  | "bad_key_rotation"
  | "bad_inclusion"
  | "bad_log_order"
  | "bad_consistency"
  | "truncated"
  | "bad_head"

/**
 * What one wallet's history cannot tell, however sound: it takes the whole log (`verifyLedger`).
 */
export const needsFullLog = [
  /** That all balances add up to 0, and only issuers created points. */
  "conservation",
  /**
   * That those who sent had what they sent, and that their chains and those of the receivers have
   * no gaps.
   */
  "other_wallets",
  /** That nothing newer touched this wallet than what was shown. */
  "newest_entry",
] as const

export interface HistoryReport {
  /**
   * `verified`: sound, and every entry up to here was proved to stand in the log of a checkpoint.
   * `unanchored`: sound by itself.
   */
  readonly verdict: "verified" | "broken" | "unanchored"
  /** How many of the entries were found sound. */
  readonly entries: number
  /**
   * Addresses of other wallets whose rotated keys were taken at their word; empty unless that was
   * asked for.
   */
  readonly rotatedSenders: readonly string[]
  /** As far as it was found sound: to be remembered unless the history is broken. */
  readonly state: HistoryState
  /** The sequence at which it broke; undefined when no one entry is to blame. */
  readonly firstError:
    | { readonly code: HistoryFault; readonly sequence: number | undefined }
    | undefined
}

/**
 * Verifies what a service shows a holder of their own wallet: each text and signature, that no
 * entry is missing, changed or out of order since the first one or the remembered state, and the
 * balance. With a checkpoint, also that all of it stands in the log that everyone sees, and that
 * this log still begins with the one that was remembered. Needs no trust, no network, and nothing
 * of the platform. {@link needsFullLog} says what it leaves open. Source:
 * docs/ledger-format.md#one-wallet; RFC 9162.
 *
 * @example
 * const question = { address, network: "main", state: remembered }
 * const { verdict, state } = await verifyHistory(entries, question)
 */
export const verifyHistory = async (
  entries: AsyncIterable<HistoryEntry> | Iterable<HistoryEntry>,
  question: HistoryQuestion,
  host: ProofHost = portableHost,
): Promise<HistoryReport> => {
  const begun = question.state ?? emptyHistory(question.address, host)
  let state = begun
  const rotated = new Set<string>()
  const broken = (code: HistoryFault, sequence?: number): HistoryReport => ({
    verdict: "broken",
    entries: state.sequence - begun.sequence,
    rotatedSenders: [...rotated],
    state,
    firstError: { code, sequence },
  })
  const logFault = faultOfLog(begun.checkpoint, question, host)
  if (logFault !== undefined) return broken(logFault)
  state = { ...state, checkpoint: question.checkpoint ?? state.checkpoint }
  for await (const entry of entries) {
    const next = await following(state, entry, question, rotated, host)
    if (typeof next === "string") return broken(next, state.sequence + 1)
    state = next
  }
  const endFault = faultOfEnd(state, question)
  if (endFault !== undefined) return broken(endFault)
  return {
    verdict:
      state.checkpoint !== null && state.provedTo === state.sequence ? "verified" : "unanchored",
    entries: state.sequence - begun.sequence,
    rotatedSenders: [...rotated],
    state,
    firstError: undefined,
  }
}

const following = async (
  state: HistoryState,
  entry: HistoryEntry,
  question: HistoryQuestion,
  rotated: Set<string>,
  host: ProofHost,
): Promise<HistoryState | HistoryFault> => {
  const read = readBody(entry.text)
  if (typeof read === "string") return read
  const { body } = read
  if (body.network !== question.network) return "schema"
  if (!isKeyOf(read, state, question, host)) {
    if (body.from_address === question.address || question.acceptsRotatedSenders !== true)
      return "bad_address"
    rotated.add(body.from_address)
  }
  if (!isAcceptablePublicKey(read.publicKey)) return "bad_public_key"
  const sealed = sealBody(entry.text, host)
  if (!(await isSigned(sealed.input, read.publicKey, entry.signature, question, host)))
    return "bad_signature"
  if (entry.encryptedData !== undefined && body.data_hash !== dataHash(entry.encryptedData, host))
    return "bad_data_hash"
  const next = entered(state, question.address, body, sealed.transactionHash)
  if (typeof next === "string") return next
  const publicKey = rotatedKey(next, entry, body, question.address, host)
  if (publicKey === undefined) return "bad_key_rotation"
  return placed({ ...next, publicKey }, entry, sealed, question, host)
}

/** Whether the entry names the key that signs for its sender now. */
const isKeyOf = (
  { body, publicKey }: ReadBody,
  state: HistoryState,
  { address, senderKeys }: HistoryQuestion,
  host: ProofHost,
): boolean => {
  if (body.from_address === address && state.publicKey !== null)
    return body.public_key === state.publicKey
  if (addressOf(publicKey, body.network, host) === body.from_address) return true
  return (
    body.from_address !== address &&
    senderKeys?.get(body.from_address)?.includes(body.public_key) === true
  )
}

const isSigned = async (
  input: Uint8Array,
  publicKey: Uint8Array,
  text: string,
  { verify }: HistoryQuestion,
  host: ProofHost,
): Promise<boolean> => {
  const signature = decodeBase64url(text)
  if (signature === null || !isAcceptableSignature(signature)) return false
  if (verify === undefined) return verifyEd25519(signature, input, publicKey, host)
  try {
    return (await verify(signature, input, publicKey)) === true
  } catch {
    return false
  }
}

/**
 * The key that signs for the wallet after this entry; undefined when a rotation does not say which.
 */
const rotatedKey = (
  { publicKey }: HistoryState,
  { data }: HistoryEntry,
  body: ReadBody["body"],
  address: string,
  host: ProofHost,
): string | null | undefined => {
  if (body.transaction_type !== "key_rotation" || body.from_address !== address) return publicKey
  return data !== undefined && dataHash(data, host) === body.data_hash
    ? newKeyOf(body, data)
    : undefined
}

/**
 * With the place in the log that the entry is proved to have; unchanged when it brings no proof.
 */
const placed = (
  state: HistoryState,
  { inclusion }: HistoryEntry,
  { leafHash }: SealedBody,
  { checkpoint, proofs = "every" }: HistoryQuestion,
  host: ProofHost,
): HistoryState | "bad_inclusion" | "bad_log_order" => {
  if (inclusion === undefined) return state
  const { logIndex, path } = inclusion
  if (
    checkpoint === undefined ||
    !provesInclusion({ index: logIndex, path, leaf: leafHash, ...checkpoint }, host)
  )
    return "bad_inclusion"
  if (logIndex <= state.logIndex) return "bad_log_order"
  // An entry without a proof leaves a gap that no later proof closes: a caller who wants it closed
  // begins again before it.
  const isWithoutGap = proofs === "newest" || state.provedTo === state.sequence - 1
  return { ...state, logIndex, provedTo: isWithoutGap ? state.sequence : state.provedTo }
}

/** Whether the log no longer begins with the one that was remembered. */
const faultOfLog = (
  known: LogState | null,
  { checkpoint, consistency }: HistoryQuestion,
  host: ProofHost,
): HistoryFault | undefined => {
  if (known === null || checkpoint === undefined) return undefined
  if (checkpoint.size < known.size) return "truncated"
  // Of an empty log there is nothing to prove: every log begins with it.
  if (known.size === 0) return undefined
  const { size: earlierSize, root: earlierRoot } = known
  return provesConsistency(
    { earlierSize, earlierRoot, ...checkpoint, path: consistency ?? [] },
    host,
  )
    ? undefined
    : "bad_consistency"
}

/** Whether the history ends elsewhere than the service says it does. */
const faultOfEnd = (
  { sequence, head, balance }: HistoryState,
  { expected }: HistoryQuestion,
): HistoryFault | undefined => {
  if (expected === undefined) return undefined
  if (sequence < expected.sequence) return "truncated"
  return sequence === expected.sequence && head === expected.head && balance === expected.balance
    ? undefined
    : "bad_head"
}
