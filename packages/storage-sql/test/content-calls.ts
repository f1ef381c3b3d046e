import { address, at, firstMember, sealedKey, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const [someone, stranger] = [firstMember + 77, 900_000]

/** Every verb about contents of transactions. */
export const contentCalls: readonly VerbCall[] = [
  {
    name: "cachedContents.add",
    call: (tx) =>
      tx.cachedContents.add({
        transactionId: "t-1",
        contentHash: "hash",
        sealed: sealedKey,
        fetchedAt: at(0),
        expiresAt: undefined,
        latencyMs: 1,
        driftCount: 0,
      }),
  },
  { name: "cachedContents.findAll", call: (tx) => tx.cachedContents.findAll(["t-1", "t-2"]) },
  {
    name: "cachedContents.refetched",
    call: (tx) =>
      tx.cachedContents.refetched({
        transactionId: "t-1",
        expiresAt: at(1),
        latencyMs: 1,
        isDrift: true,
      }),
  },
  {
    name: "cachedContents.addUse",
    call: (tx) =>
      tx.cachedContents.addUse({ transactionId: "t-1", hitCount: 1, lastAccessedAt: at(1) }),
  },
  { name: "cachedContents.usesOf", call: (tx) => tx.cachedContents.usesOf(["t-1", "t-2"]) },
  { name: "cachedContents.forget", call: (tx) => tx.cachedContents.forget("t-1") },
  {
    name: "contents.addAccess",
    call: (tx) =>
      tx.contents.addAccess({
        keyHash: "hash",
        transactionId: "t-1",
        walletAddress: address(someone),
        createdAt: at(0),
        expiresAt: at(1),
      }),
  },
  { name: "contents.access", call: (tx) => tx.contents.access("hash") },
  { name: "contents.sweepAccess", call: (tx) => tx.contents.sweepAccess(at(0), 100) },
  {
    name: "contents.addRead",
    call: (tx) =>
      tx.contents.addRead({
        uuid: uuid(stranger),
        transactionId: "t-1",
        walletAddress: address(someone),
        readerKind: "user",
        readerId: uuid(someone),
        readAt: at(0),
      }),
  },
  { name: "contents.readsOf", call: (tx) => tx.contents.readsOf("t-1", undefined, 100) },
]
