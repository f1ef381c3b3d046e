import type { IssuanceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { first, rows } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import { rememberedCounts } from "../remembered-counts.ts"
import { namesOf } from "../schema/columns.ts"
import { issuanceColumns } from "../schema/issuances.ts"
import { compiled, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(issuanceColumns).map((name) => `rewardIssuances.${name}` as const)

const withStatus = ({ db }: Engine) =>
  db
    .selectFrom("rewardIssuances")
    .innerJoin("transactions", "transactions.id", "rewardIssuances.transactionId")

const statements = {
  find: statement<{ transactionId: string }>()(({ db }, p) =>
    db
      .selectFrom("rewardIssuances")
      .select(namesOf(issuanceColumns))
      .where("transactionId", "=", p.transactionId),
  ),
  countReversedClaims: statement<{ rewardTemplateUuid: string; userUuid: string }>()((engine, p) =>
    withStatus(engine)
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("rewardIssuances.rewardTemplateUuid", "=", p.rewardTemplateUuid)
      .where("rewardIssuances.userUuid", "=", p.userUuid)
      .where("rewardIssuances.issuedBy", "=", "claim")
      .where("transactions.status", "=", "reversed"),
  ),
  reversedCredentials: statement<{ address: string; from: number; end: number }>()((engine, p) =>
    withStatus(engine)
      .select("rewardIssuances.credentialIndex")
      .where("transactions.fromAddress", "=", p.address)
      // As the index says it.
      .where("transactions.status", "=", sql.lit("reversed"))
      .where("rewardIssuances.credentialIndex", ">=", p.from)
      .where("rewardIssuances.credentialIndex", "<", p.end)
      .orderBy("rewardIssuances.credentialIndex"),
  ),
  /** Users and wallets apart: each has an index of its own. */
  receivedUsers: statement<{ rewardTemplateUuid: string; userUuids: readonly string[] }>()(
    (engine, p) =>
      withStatus(engine)
        .select(["rewardIssuances.userUuid", "rewardIssuances.walletAddress"])
        .where("rewardIssuances.rewardTemplateUuid", "=", p.rewardTemplateUuid)
        .where((eb) =>
          engine.flavor.among(eb.ref("rewardIssuances.userUuid").$notNull(), eb.val(p.userUuids)),
        )
        .where("transactions.status", "!=", "reversed"),
  ),
  receivedWallets: statement<{ rewardTemplateUuid: string; walletAddresses: readonly string[] }>()(
    (engine, p) =>
      withStatus(engine)
        .select(["rewardIssuances.userUuid", "rewardIssuances.walletAddress"])
        .where("rewardIssuances.rewardTemplateUuid", "=", p.rewardTemplateUuid)
        .where((eb) =>
          engine.flavor.among(eb.ref("rewardIssuances.walletAddress"), eb.val(p.walletAddresses)),
        )
        .where("transactions.status", "!=", "reversed"),
  ),
}

const sorting = {
  columns: issuanceColumns,
  by: { created_at: "rewardIssuances.createdAt" },
  tie: "rewardIssuances.transactionId",
}

export const issuances: Opens<IssuanceRepository> = (engine) => {
  const run = compiled(statements, engine)
  const counts = rememberedCounts()
  return (tx) => ({
    find: (transactionId) => first(run.find(tx, { transactionId })),
    list: ({ rewardTemplateUuid, at }, page) => {
      const query = withStatus(engine)
        .select([...fields, "transactions.status"])
        .where("rewardIssuances.rewardTemplateUuid", "=", rewardTemplateUuid)
      // Each has its transaction, which need not be looked up to count them.
      const counted = engine.db
        .selectFrom("rewardIssuances")
        .where("rewardTemplateUuid", "=", rewardTemplateUuid)
      return readPage(tx, query, page, sorting, () =>
        counts.of(rewardTemplateUuid, at, () => countOf(tx, counted)),
      )
    },
    countReversedClaims: async (rewardTemplateUuid, userUuid) =>
      (await first(run.countReversedClaims(tx, { rewardTemplateUuid, userUuid })))?.total ?? 0,
    reversedCredentials: async (address, { first: from, count }) =>
      (await rows(run.reversedCredentials(tx, { address, from, end: from + count }))).map(
        ({ credentialIndex }) => credentialIndex ?? 0,
      ),
    receivedAmong: async (rewardTemplateUuid, { userUuids, walletAddresses }) => [
      ...(userUuids.length === 0
        ? []
        : await rows(run.receivedUsers(tx, { rewardTemplateUuid, userUuids }))),
      ...(walletAddresses.length === 0
        ? []
        : await rows(run.receivedWallets(tx, { rewardTemplateUuid, walletAddresses }))),
    ],
  })
}
