import type { Membership, MembershipRepository, Standing } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { membershipColumns } from "../schema/memberships.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import { sql, type ExpressionBuilder } from "kysely"
import type { Opens } from "./opens.ts"
import { isActive, isEnded, isLapsed, isLive } from "./standing.ts"

interface Roster {
  readonly organizationUuid: string
  readonly at: Date
  readonly after: string
  readonly limit: number
}

const fields = namesOf(membershipColumns)
const sorting = { columns: membershipColumns, by: { created_at: "createdAt", joined_at: "joinedAt", valid_until: "validUntil" } }
const standings = { active: isActive, lapsed: isLapsed, current: isLive, ended: isEnded } satisfies Record<Standing, typeof isActive>

const open = ({ db }: Engine, p: { readonly organizationUuid: string; readonly userUuid: string }) =>
  db
    .selectFrom("memberships")
    .select(fields)
    .where("organizationUuid", "=", p.organizationUuid)
    .where("userUuid", "=", p.userUuid)
    .where("endedAt", "is", null)

// Walks the organization's wallets in order of address and asks of each whether a membership stands behind it,
// so that a page costs what it shows, however large the roster. The kind is written out for the partial index.
const roster = ({ db }: Engine, p: Roster) =>
  db
    .selectFrom("wallets")
    .select(["wallets.address as walletAddress", sql<string>`wallets.user_uuid`.as("userUuid")])
    .where("wallets.kind", "=", sql.lit("user"))
    .where("wallets.organizationUuid", "=", p.organizationUuid)
    .where("wallets.address", ">", p.after)
    .orderBy("wallets.address")
    .limit(p.limit)

const holding = (eb: ExpressionBuilder<Database, "wallets">, p: Roster) =>
  eb
    .selectFrom("memberships")
    .select("memberships.uuid")
    .whereRef("memberships.organizationUuid", "=", "wallets.organizationUuid")
    .whereRef("memberships.userUuid", "=", "wallets.userUuid")
    .where(isActive(p.at))

const statements = {
  add: rowStatement<Membership>(membershipColumns)(({ db }, row) =>
    db
      .insertInto("memberships")
      .values(row)
      .onConflict((oc) => oc.columns(["organizationUuid", "userUuid"]).where("endedAt", "is", null).doNothing()),
  ),
  findOpen: statement<{ organizationUuid: string; userUuid: string }>()(open),
  lockOpen: statement<{ organizationUuid: string; userUuid: string }>()((engine, p) => engine.flavor.locked(open(engine, p))),
  replace: rowStatement<Membership>(membershipColumns)(({ db }, row) =>
    db
      .updateTable("memberships")
      .set(row)
      .where("uuid", "=", row.uuid)
      .where((eb) => eb(eb("revision", "+", 1), "=", row.revision)),
  ),
  holders: statement<Roster>()((engine, p) => roster(engine, p).where((eb) => eb.exists(holding(eb, p)))),
  holdersOf: statement<Roster & { readonly tierUuids: readonly string[] }>()((engine, p) =>
    roster(engine, p).where((eb) =>
      eb.exists(holding(eb, p).where((of) => engine.flavor.among(of.ref("memberships.tierUuid"), of.val(p.tierUuids)))),
    ),
  ),
}

export const memberships: Opens<MembershipRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const readOpen = tx.mode === "write" ? run.lockOpen : run.findOpen
    return {
      add: (membership) => did(run.add(tx, membership)),
      findOpen: (organizationUuid, userUuid) => first(readOpen(tx, { organizationUuid, userUuid })),
      replace: (membership) => did(run.replace(tx, membership)),
      list: (of, page) => list(engine, tx, of, page),
      holders: ({ tierUuids, after = "", ...of }) =>
        rows(tierUuids === undefined ? run.holders(tx, { ...of, after }) : run.holdersOf(tx, { ...of, after, tierUuids })),
    }
  }
}

const list = (
  { db }: Engine,
  tx: Executor,
  { organizationUuid, standing, at }: Parameters<MembershipRepository["list"]>[0],
  page: Parameters<MembershipRepository["list"]>[1],
): ReturnType<MembershipRepository["list"]> => {
  const query = db.selectFrom("memberships").select(fields).where("organizationUuid", "=", organizationUuid).where(standings[standing](at))
  return readPage(tx, query, page, sorting)
}
