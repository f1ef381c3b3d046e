import type { IssuanceRepository } from "../ledger/supplies/issuance-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const issuances = (tables: Tables): IssuanceRepository => {
  const statusOf = (transactionId: string) => {
    const transaction = tables.transactions.get(transactionId)
    if (transaction === undefined) throw new Error(`There is no transaction ${transactionId}.`)
    return transaction.status
  }
  return {
    find: async (transactionId) => tables.issuances.get(transactionId),
    list: async (rewardTemplateUuid, page) =>
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
    reversedCredentials: async (organizationUuid, { first, count }) =>
      tables.issuances
        .rows()
        .filter((row) => row.credentialIssuerUuid === organizationUuid)
        .flatMap(({ transactionId, credentialIndex: index }) =>
          index !== undefined &&
          index >= first &&
          index < first + count &&
          statusOf(transactionId) === "reversed"
            ? [index]
            : [],
        )
        .toSorted((a, b) => a - b),
  }
}
