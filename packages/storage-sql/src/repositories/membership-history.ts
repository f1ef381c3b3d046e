import type { KeptEntry, MembershipHistoryRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { done, rows, type Answer } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { membershipHistoryColumns, type StoredEntry } from "../schema/membership-history.ts"
import { compiled, insertEach, statement } from "../statement.ts"
import { entryOf, storedEntry } from "./history-codec.ts"
import type { Opens } from "./opens.ts"

const entries = ({ db }: Engine) =>
  db.selectFrom("membershipHistory").select(namesOf(membershipHistoryColumns))

const statements = {
  append: insertEach<StoredEntry>("membershipHistory", membershipHistoryColumns),
  all: statement<{ membershipUuid: string }>()((engine, p) =>
    entries(engine)
      .where("membershipUuid", "=", p.membershipUuid)
      .orderBy("revision")
      .orderBy("at")
      .orderBy("uuid"),
  ),
  newest: statement<{ membershipUuid: string; limit: number }>()((engine, p) =>
    entries(engine)
      .where("membershipUuid", "=", p.membershipUuid)
      .orderBy("revision", "desc")
      .orderBy("at", "desc")
      .orderBy("uuid", "desc")
      .limit(p.limit),
  ),
  rowAsOf: statement<{ organizationUuid: string; userUuid: string; at: Date }>()(({ db }, p) =>
    db
      .selectFrom("memberships")
      .innerJoin("membershipHistory", "membershipHistory.membershipUuid", "memberships.uuid")
      .select(namesOf(membershipHistoryColumns).map((name) => `membershipHistory.${name}` as const))
      .where("memberships.userUuid", "=", p.userUuid)
      .where("memberships.organizationUuid", "=", p.organizationUuid)
      .where("membershipHistory.at", "<=", p.at)
      .orderBy("membershipHistory.at", "desc")
      .orderBy("memberships.createdAt", "desc")
      .orderBy("membershipHistory.revision", "desc")
      .orderBy("membershipHistory.uuid", "desc")
      .limit(1),
  ),
  // "reversal" is written out, since no engine uses a partial index for a value it learns later.
  ofPayment: statement<{ paymentRef: string }>()((engine, p) =>
    entries(engine)
      .where("paymentRef", "=", p.paymentRef)
      .where("cause", "<>", sql.lit("reversal"))
      .orderBy("uuid")
      .limit(1),
  ),
}

export const membershipHistory: Opens<MembershipHistoryRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    append: (entries) => done(run.append(tx, entries.map(storedEntry))),
    all: (membershipUuid) => read(run.all(tx, { membershipUuid })),
    newest: (membershipUuid, limit) => read(run.newest(tx, { membershipUuid, limit })),
    rowAsOf: async (organizationUuid, userUuid, at) =>
      (await read(run.rowAsOf(tx, { organizationUuid, userUuid, at })))[0]?.after,
    ofPayment: async (paymentRef) => (await read(run.ofPayment(tx, { paymentRef })))[0],
  })
}

const read = async (answer: Promise<Answer<StoredEntry>>): Promise<readonly KeptEntry[]> =>
  (await rows(answer)).map(entryOf)
