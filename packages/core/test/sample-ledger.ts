import { sign } from "node:crypto"
import { Result } from "effect"
import { bodyText, sealedBody } from "../src/ledger/body.ts"
import { genesisHead } from "../src/ledger/chain.ts"
import type { LedgerHead } from "../src/ledger/change.ts"
import { signCheckpoint } from "../src/ledger/checkpoint.ts"
import { type ExportedLeaf, exportLines, type LedgerKeys } from "../src/ledger/export.ts"
import { emptyLedger, rootOf } from "../src/ledger/merkle.ts"
import { post, type Posted, type Posting, type PostRefusal } from "../src/ledger/post.ts"
import type { Transaction, TransactionBody } from "../src/ledger/transaction.ts"
import { addressOf } from "../src/wallets/address.ts"
import { rawPublicKey } from "../src/wallets/public-key.ts"
import { type SigningKey, signingKey } from "../src/wallets/sealed-key.ts"
import type { Wallet } from "../src/wallets/wallet.ts"

const network = "test"
const origin = "symbolon.example/ledger/test"
const now = new Date("2026-11-21T00:00:00.000Z")
const checkpointKey = signingKey(new Uint8Array(32).fill(200), 1)

export const rawOf = (key: SigningKey): Uint8Array => rawPublicKey(key.publicKeyPem) ?? new Uint8Array()
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
  ],
}

/** A ledger in the making: wallet 0 issues, 1 is a treasury, the others are members'. Keys are seeds 1, 2, 3... times 32. */
export interface SampleLedger {
  readonly wallets: Map<string, Wallet>
  readonly keys: readonly SigningKey[]
  readonly addresses: readonly string[]
  readonly transactions: Transaction[]
  readonly head: () => LedgerHead
  /** Posts by wallet number; keeps what was posted. The type follows from the wallets when it is not given. */
  readonly post: (from: number, to: number, amount: number, more?: Partial<Posting>) => Result.Result<Posted, PostRefusal>
}

export const openSample = (count = 4): SampleLedger => {
  const keys = Array.from({ length: count }, (_, index) => signingKey(new Uint8Array(32).fill(index + 1), 1))
  const addresses = keys.map((key) => addressOf(rawOf(key), network))
  const wallets = new Map(addresses.map((address, index) => [address, walletOf(address, keys[index], index)] as const))
  const transactions: Transaction[] = []
  let ledger = emptyLedger
  const of = (index: number) => addresses[index] ?? "nobody"
  return {
    wallets,
    keys,
    addresses,
    transactions,
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
        ...more,
      }
      const posted = post({ wallets, ledger }, posting, { key: keys[from] ?? checkpointKey, network, now })
      if (Result.isFailure(posted)) return posted
      transactions.push(posted.success.transaction)
      for (const wallet of posted.success.wallets) wallets.set(wallet.address, wallet)
      ledger = posted.success.ledger
      return posted
    },
  }
}

const walletOf = (address: string, key: SigningKey | undefined, index: number): Wallet => ({
  address,
  uuid: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
  kind: index === 0 ? "issuance" : index === 1 ? "treasury" : "user",
  userUuid: undefined,
  organizationUuid: undefined,
  isPrimary: false,
  publicKey: key === undefined ? "" : base64url(rawOf(key)),
  keyVersion: 1,
  balance: 0,
  sequence: 0,
  head: genesisHead(address),
  createdAt: now,
})

/** A sample of `2 + more` entries: a mint, a second one, then points going round among the members. */
export const playedSample = (more = 6): SampleLedger => {
  const sample = openSample()
  sample.post(0, 1, 1000)
  sample.post(0, 1, 500, { referenceId: 'second "mint" €\n' })
  for (let n = 0; n < more; n += 1)
    sample.post(1 + (n % 3), 1 + ((n + 1) % 3), 300 - Math.min(n, 6) * 10, { meta: { description: "d", tags: [`${n}`], salt: "AAAA" } })
  return sample
}

export const leafOf = (transaction: Transaction): ExportedLeaf => ({
  logIndex: transaction.logIndex,
  kind: "transaction",
  text: transaction.text,
  signature: transaction.signature,
  leafHash: transaction.leafHash,
})

/** The checkpoint note of a head, signed by the sample's key. */
export const noteOf = (head: LedgerHead): string =>
  signCheckpoint({ origin, size: head.size, root: rootOf(head) }, rawOf(checkpointKey), checkpointKey.privateKey)

/** The lines of an export. */
export const linesOf = async (leaves: readonly ExportedLeaf[], note?: string): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of exportLines(ledgerKeys, leaves, note)) lines.push(line)
  return lines
}

/** A leaf whose body says something else, signed anew by a key: what somebody with a wallet's key could write. */
export const resigned = (leaf: ExportedLeaf, change: Partial<TransactionBody>, key: SigningKey): ExportedLeaf => {
  const body: TransactionBody = { ...JSON.parse(leaf.text), ...change }
  const text = bodyText(body)
  const { input, leafHash } = sealedBody(text)
  return { ...leaf, text, leafHash, signature: base64url(sign(null, input, key.privateKey)) }
}
