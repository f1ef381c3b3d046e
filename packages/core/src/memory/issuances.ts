import type { Issuance } from "../ledger/supplies/issuance.ts"
import type { IssuanceRepository, ReceiversAmong } from "../ledger/supplies/issuance-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

/** Whether it names one of the users, or went into one of the wallets without naming a user. */
export const isAmong = (
  { userUuid, walletAddress }: Pick<Issuance, "userUuid" | "walletAddress">,
  { userUuids, walletAddresses }: ReceiversAmong,
): boolean =>
  walletAddresses.includes(walletAddress) ||
  (userUuid !== undefined && userUuids.includes(userUuid))

export const issuances = (tables: Tables): IssuanceRepository => {
  const statusOf = (transactionId: string) => {
    const transaction = tables.transactions.get(transactionId)
    if (transaction === undefined) throw new Error(`There is no transaction ${transactionId}.`)
    return transaction.status
  }
  return {
    find: async (transactionId) => tables.issuances.get(transactionId),
    list: async ({ rewardTemplateUuid }, page) =>
      pageOf(
        tables.issuances
          .rows()
          .filter((row) => row.rewardTemplateUuid === rewardTemplateUuid)
          .map((row) => ({ ...row, status: statusOf(row.transactionId) })),
        page,
        ({ createdAt }) => createdAt,
        ({ transactionId }) => transactionId,
      ),
    countReversedClaims: async (rewardTemplateUuid, userUuid) =>
      tables.issuances
        .rows()
        .filter(
          (row) =>
            row.rewardTemplateUuid === rewardTemplateUuid &&
            row.userUuid === userUuid &&
            row.issuedBy === "claim" &&
            statusOf(row.transactionId) === "reversed",
        ).length,
    reversedCredentials: async (treasuryAddress, { first, count }) =>
      tables.issuances
        .rows()
        .flatMap(({ transactionId, credentialIndex: index }) =>
          index !== undefined &&
          index >= first &&
          index < first + count &&
          statusOf(transactionId) === "reversed" &&
          tables.transactions.get(transactionId)?.body.from_address === treasuryAddress
            ? [index]
            : [],
        )
        .toSorted((a, b) => a - b),
    receivedAmong: async (rewardTemplateUuid, of) =>
      tables.issuances
        .rows()
        .filter(
          (row) =>
            row.rewardTemplateUuid === rewardTemplateUuid &&
            statusOf(row.transactionId) !== "reversed" &&
            isAmong(row, of),
        )
        .map(({ userUuid, walletAddress }) => ({ userUuid, walletAddress })),
  }
}
