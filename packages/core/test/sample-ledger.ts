import { sign } from "node:crypto"
import { Result } from "effect"
import { bodyText, sealedBody } from "../src/ledger/entries/body.ts"
import { genesisHead } from "../src/ledger/entries/chain.ts"
import type { LedgerHead } from "../src/ledger/entries/change.ts"
import { signCheckpoint } from "../src/ledger/log/checkpoint.ts"
import { type ExportedLeaf, exportLines, type LedgerKeys } from "../src/ledger/verify/export.ts"
import { emptyLedger, rootOf } from "../src/ledger/log/merkle.ts"
import { post, type Posted, type Posting, type PostRefusal } from "../src/ledger/entries/post.ts"
import { sealedStatus, type StatusEvent, statusText } from "../src/ledger/entries/status-event.ts"
import type { Transaction, TransactionBody } from "../src/ledger/entries/transaction.ts"
import { addressOf } from "../src/wallets/address.ts"
import { rawPublicKey } from "../src/wallets/public-key.ts"
import { type SigningKey, signingKey } from "../src/wallets/sealed-key.ts"
import type { SealedKey, Wallet } from "../src/wallets/wallet.ts"

const network = "test"
const origin = "symbolon.example/ledger/test"
const now = new Date("2026-11-21T00:00:00.000Z")
const checkpointKey = signingKey(new Uint8Array(32).fill(200), 1)
const statusKey = signingKey(new Uint8Array(32).fill(201), 1)
export const keyOfStatus = statusKey

export const rawOf = (key: SigningKey): Uint8Array =>
  rawPublicKey(key.publicKeyPem) ?? new Uint8Array()
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

/** The keys of the sample's ledger, as an export begins. */
export const ledgerKeys: LedgerKeys = {
  v: 1,
  network,
  origin,
  keys: [
    {
      key_id: "checkpoint-1",
      purpose: "ledger_checkpoint",
      algorithm: "Ed25519",
      public_key: base64url(rawOf(checkpointKey)),
      not_before: now.toISOString(),
      not_after: null,
    },
    {
      key_id: "status-1",
      purpose: "ledger_status",
      algorithm: "Ed25519",
      public_key: base64url(rawOf(statusKey)),
      not_before: now.toISOString(),
      not_after: null,
    },
  ],
}

/**
 * A ledger in the making: wallet 0 issues, 1 is a treasury, the others are members'. Keys are seeds
 * 1, 2, 3... times 32.
 */
export interface SampleLedger {
  readonly wallets: Map<string, Wallet>
  readonly keys: SigningKey[]
  readonly addresses: readonly string[]
  readonly transactions: Transaction[]
  /** Everything that was posted, in log order: transactions and status leaves. */
  readonly leaves: ExportedLeaf[]
  readonly head: () => LedgerHead
  readonly now: Date
  /** The number of the ledger's own wallet, at the other end of rotations. */
  readonly system: number
  /** Stands for a key at rest. */
  readonly sealed: SealedKey
  /** A transaction as it stands now, by the number of its entry. */
  readonly original: (index: number) => Transaction | undefined
  /** All of them as they stand now. */
  readonly standing: () => readonly Transaction[]
  /** Settles or undoes the entry of that number, if there is one. */
  readonly lean: (
    how: "post" | "void" | "reversal" | "refund",
    index: number,
    amount: number,
  ) => void
  /** {@link resigned} by the wallet of that number. */
  readonly resigned: (
    leaf: ExportedLeaf,
    change: Partial<TransactionBody>,
    wallet: number,
  ) => ExportedLeaf
  /**
   * Posts by wallet number; keeps what was posted. The type follows from the wallets when it is not
   * given.
   */
  readonly post: (
    from: number,
    to: number,
    amount: number,
    more?: Partial<Posting>,
  ) => Result.Result<Posted, PostRefusal>
}

export const openSample = (count = 4): SampleLedger => {
  const keys = Array.from({ length: count + 1 }, (_, index) =>
    signingKey(new Uint8Array(32).fill(index + 1), 1),
  )
  const addresses = keys.map((key) => addressOf(rawOf(key), network))
  const wallets = new Map(
    addresses.map(
      (address, index) =>
        [address, walletOf(address, keys[index], index, index === count)] as const,
    ),
  )
  const transactions: Transaction[] = []
  const originals = new Map<string, Transaction>()
  const leaves: ExportedLeaf[] = []
  let ledger = emptyLedger
  const of = (index: number) => addresses[index] ?? "nobody"
  const sample: SampleLedger = {
    now,
    system: count,
    sealed: { wrapped: { kekId: "k", blob: "b" }, box: "x" },
    original: (index) => [...originals.values()][index],
    standing: () => [...originals.values()],
    lean: (how, index, amount) => {
      const original = [...originals.values()][index]
      if (original === undefined) return
      const [from, to] = [original.body.from_address, original.body.to_address].map((address) =>
        addresses.indexOf(address),
      )
      if (from === undefined || to === undefined) return
      const leaning = { originalTransactionId: original.body.id }
      if (how === "post" || how === "void")
        sample.post(from, to, how === "void" ? 0 : amount, {
          ...leaning,
          effect: how,
          transactionType: original.body.transaction_type,
        })
      else sample.post(to, from, amount, { ...leaning, transactionType: how })
    },
    resigned: (leaf, change, wallet) => resigned(leaf, change, keys[wallet] ?? checkpointKey),
    wallets,
    keys,
    addresses,
    transactions,
    leaves,
    head: () => ledger,
    post: (from, to, amount, more = {}) => {
      const posting: Posting = {
        id: `t${String(transactions.length).padStart(23, "0")}`,
        effect: "posted",
        transactionType: from === 0 ? "mint" : to === 0 ? "burn" : "transfer",
        from: of(from),
        to: of(to),
        amount,
        referenceId: "",
        originalTransactionId: "",
        meta: undefined,
        dataHash: "",
        encryptedData: "",
        data: "",
        expiresAt: undefined,
        reason: undefined,
        ...more,
      }
      const key = keys[from] ?? checkpointKey
      const posted = post({ wallets, ledger, transactions: originals }, posting, {
        key,
        statusKey: statusKey.privateKey,
        network,
        now,
      })
      if (Result.isFailure(posted)) return posted
      const { transaction, settled, status } = posted.success
      transactions.push(transaction)
      leaves.push(leafOf(transaction))
      originals.set(transaction.body.id, transaction)
      if (settled !== undefined) originals.set(settled.body.id, settled)
      if (status !== undefined) leaves.push(leafOfStatus(status))
      for (const wallet of posted.success.wallets) wallets.set(wallet.address, wallet)
      ledger = posted.success.ledger
      return posted
    },
  }
  return sample
}

const walletOf = (
  address: string,
  key: SigningKey | undefined,
  index: number,
  isSystem: boolean,
): Wallet => ({
  address,
  uuid: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
  kind: isSystem ? "system" : index === 0 ? "issuance" : index === 1 ? "treasury" : "user",
  userUuid: undefined,
  organizationUuid: undefined,
  isPrimary: false,
  publicKey: key === undefined ? "" : base64url(rawOf(key)),
  keyVersion: 1,
  decryptionKeyVersion: 1,
  closedAt: undefined,
  balance: 0,
  held: 0,
  sequence: 0,
  head: genesisHead(address),
  createdAt: now,
})

/**
 * A sample of `2 + more` entries: a mint, a second one, then points going round among the members.
 */
export const playedSample = (more = 6): SampleLedger => {
  const sample = openSample()
  sample.post(0, 1, 1000)
  sample.post(0, 1, 500, { referenceId: 'second "mint" €\n' })
  for (let n = 0; n < more; n += 1)
    sample.post(1 + (n % 3), 1 + ((n + 1) % 3), 300 - Math.min(n, 6) * 10, {
      meta: { description: "d", tags: [`${n}`], salt: "AAAA" },
    })
  return sample
}

export const leafOf = (transaction: Transaction): ExportedLeaf => ({
  logIndex: transaction.logIndex,
  kind: "transaction",
  text: transaction.text,
  signature: transaction.signature,
  leafHash: transaction.leafHash,
  ...(transaction.publicData === "" ? {} : { data: transaction.publicData }),
})

const leafOfStatus = ({ logIndex, text, signature, leafHash }: StatusEvent): ExportedLeaf => ({
  logIndex,
  kind: "status",
  text,
  signature,
  leafHash,
})

/** The checkpoint note of a head, signed by the sample's key. */
export const noteOf = (head: LedgerHead): string =>
  signCheckpoint(
    { origin, size: head.size, root: rootOf(head) },
    rawOf(checkpointKey),
    checkpointKey.privateKey,
  )

/** The lines of an export. */
export const linesOf = async (
  leaves: readonly ExportedLeaf[],
  note?: string,
  keys = ledgerKeys,
): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of exportLines(keys, leaves, note)) lines.push(line)
  return lines
}

/**
 * A leaf whose body says something else, signed anew by a key: what somebody with a wallet's key
 * could write.
 */
export const resigned = (
  leaf: ExportedLeaf,
  change: Partial<TransactionBody>,
  key: SigningKey,
): ExportedLeaf => {
  const body: TransactionBody = { ...JSON.parse(leaf.text), ...change }
  const text = bodyText(body)
  const { input, leafHash } = sealedBody(text)
  return { ...leaf, text, leafHash, signature: base64url(sign(null, input, key.privateKey)) }
}

/** The same of a status leaf, by the ledger's own key. */
export const resignedStatus = (
  leaf: ExportedLeaf,
  change: Readonly<Record<string, unknown>>,
): ExportedLeaf => {
  const text = statusText({ ...JSON.parse(leaf.text), ...change })
  const { input, leafHash } = sealedStatus(text)
  return { ...leaf, text, leafHash, signature: base64url(sign(null, input, statusKey.privateKey)) }
}
