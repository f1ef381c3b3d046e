import type { PageRequest } from "@symbolon/core/storage"
import { address, at, firstMember, places } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const someone = firstMember + 77

const page = (sortOrder: "asc" | "desc" = "desc"): PageRequest<"created_at"> => ({
  page: 2,
  pageSize: 20,
  sortBy: "created_at",
  sortOrder,
})

/** Calls of the verbs that read transactions and the log. */
export const transactionCalls: readonly VerbCall[] = [
  { name: "transactions.find", call: (tx) => tx.transactions.find("t-1") },
  {
    name: "transactions.listOf, of the treasury",
    call: (tx) => tx.transactions.listOf(address(places.treasury), page()),
  },
  {
    name: "transactions.chainOf",
    call: (tx) => tx.transactions.chainOf(address(places.treasury), 100, 50),
  },
  {
    name: "transactions.listOf, of a member",
    call: (tx) => tx.transactions.listOf(address(firstMember), page("asc")),
  },
  { name: "transactions.findAll", call: (tx) => tx.transactions.findAll(["t-1", "t-2"]) },
  {
    name: "transactions.listRewards",
    call: (tx) =>
      tx.transactions.listRewards(
        [{ address: address(someone) }, { address: address(firstMember), fromLogIndex: 1 }],
        page(),
      ),
  },
  {
    name: "transactions.listOfAll",
    call: (tx) =>
      tx.transactions.listOfAll({ addresses: [address(firstMember), address(someone)] }, page()),
  },
  {
    name: "transactions.listOfAll, from a place in the log on",
    call: (tx) =>
      tx.transactions.listOfAll({ addresses: [address(firstMember)], fromLogIndex: 1 }, page()),
  },
  {
    name: "transactions.listOfAll, of some kinds",
    call: (tx) =>
      tx.transactions.listOfAll(
        { addresses: [address(someone)], statuses: ["pending", "failed"], type: "reward" },
        page(),
      ),
  },
  {
    name: "transactions.expiredHolds",
    call: (tx) => tx.transactions.expiredHolds(at(1_000_000), 100),
  },
  { name: "transactions.leaves", call: (tx) => tx.transactions.leaves(100, 100) },
  {
    name: "transactions.hashes, of leaves",
    call: (tx) => tx.transactions.hashes([{ level: 0, from: 256, count: 256 }]),
  },
  {
    name: "transactions.hashes, of tiles",
    call: (tx) => tx.transactions.hashes([{ level: 1, from: 0, count: 256 }]),
  },
]
