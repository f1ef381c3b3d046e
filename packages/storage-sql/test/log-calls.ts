import type { Repositories, StatusEvent } from "@symbolon/core/storage"
import { at, hash } from "./sample-organization.ts"

/** A status leaf and a tile hash for each of the numbers, behind what the log has. */
export const lengthenLog = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  const head = await tx.transactions.head()
  await tx.ledger.write({
    transactions: [],
    settled: [],
    statuses: numbers.map((n, place) => statusLeaf(n, head.size + place)),
    outcomes: [],
    wallets: [],
    walletKeys: [],
    tickets: [],
    movedTickets: [],
    issuances: [],
    supplies: [],
    reservations: [],
    tileHashes: numbers.map((n) => ({ level: 1, index: n, hash: hash(n) })),
    ledger: { ...head, size: head.size + numbers.length },
  })
}

const statusLeaf = (n: number, logIndex: number): StatusEvent => {
  const body = {
    v: 1,
    network: "test",
    transaction_id: `t-${n}`,
    transaction_hash: hash(n),
    from_status: "confirmed",
    to_status: "reversed",
    at: at(n).toISOString(),
    reason_hash: "",
  } as const
  return {
    body,
    text: JSON.stringify(body),
    signature: "s",
    leafHash: hash(logIndex),
    logIndex,
    reason: undefined,
  }
}
