import type { Membership, MembershipRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { membershipColumns, tierColumns } from "../schema/memberships.ts"
import { compiled, rowStatement, statement, updateEach } from "../statement.ts"
import { type ExpressionBuilder, sql } from "kysely"
import { rememberedCounts } from "../remembered-counts.ts"
import { joined } from "./joined.ts"
import { listMembers, listOfUser } from "./membership-lists.ts"
import type { Opens } from "./opens.ts"
import { type Condition, isActive, isLive } from "./membership-status.ts"

interface Roster {
  readonly organizationUuid: string
  readonly at: Date
  readonly after: string
  readonly limit: number
}

interface OnTier {
  readonly tierUuid: string
  readonly after: string
  readonly limit: number
}

const fields = namesOf(membershipColumns)

const open = (
  { db }: Engine,
  p: { readonly organizationUuid: string; readonly userUuid: string },
) =>
  db
    .selectFrom("memberships")
    .select(fields)
    .where("organizationUuid", "=", p.organizationUuid)
    .where("userUuid", "=", p.userUuid)
    .where("endedAt", "is", null)

const membership = joined("memberships", "membership", membershipColumns)
const tier = joined("tiers", "tier", tierColumns)

interface NewestOf {
  readonly organizationUuid: string
  readonly users: readonly string[]
}

/** Of each of some users, the row that was made last. */
const isNewest =
  ({ flavor }: Engine, p: NewestOf) =>
  (eb: ExpressionBuilder<Database, "memberships">) =>
    eb.and([
      eb("memberships.organizationUuid", "=", p.organizationUuid),
      flavor.among(eb.ref("memberships.userUuid"), eb.val(p.users)),
      eb("memberships.uuid", "=", (of) =>
        of
          .selectFrom("memberships as newest")
          .select("newest.uuid")
          .where("newest.organizationUuid", "=", p.organizationUuid)
          .whereRef("newest.userUuid", "=", "memberships.userUuid")
          .orderBy("newest.createdAt", "desc")
          .orderBy("newest.uuid", "desc")
          .limit(1),
      ),
    ])

const onTierOf = (row: Parameters<typeof membership.of>[0]) => ({
  membership: membership.of(row),
  tier: tier.of(row),
})

const onTier = ({ db }: Engine, p: OnTier) =>
  db
    .selectFrom("memberships")
    .select(fields)
    .where("tierUuid", "=", p.tierUuid)
    .where("uuid", ">", p.after)
    .where("endedAt", "is", null)
    .orderBy("uuid")
    .limit(p.limit)

const openOf = ({ db }: Engine, p: { readonly userUuid: string }) =>
  db
    .selectFrom("memberships")
    .select(fields)
    .where("userUuid", "=", p.userUuid)
    .where("endedAt", "is", null)
    .orderBy("uuid")

// Walks the organization's wallets in order of address and looks up the membership behind each, so
// that a page costs what it shows, however large the roster. The kind is written out for the partial
// index. Nearly everybody has one active row; where there are several, the last one counts.
const roster = ({ db }: Engine, p: Roster, isOne: Condition = isActive(p.at)) =>
  db
    .selectFrom("wallets")
    .innerJoin(
      (eb) => eb.selectFrom("memberships").select(heldFields).where(isOne).as("held"),
      (join) =>
        join
          .onRef("held.userUuid", "=", "wallets.userUuid")
          .onRef("held.organizationUuid", "=", "wallets.organizationUuid"),
    )
    .leftJoin("users", "users.uuid", "wallets.userUuid")
    .select([
      "wallets.address as walletAddress",
      "wallets.closedAt as walletClosedAt",
      "users.disabledAt as userDisabledAt",
      "held.userUuid",
      "held.tierUuid",
      "held.validUntil",
      "held.renewableUntil",
      "held.cancelledAt",
      "held.endedAt",
    ])
    .where("wallets.kind", "=", sql.lit("user"))
    .where("wallets.organizationUuid", "=", p.organizationUuid)
    .where("wallets.address", ">", p.after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("memberships")
            .select("memberships.uuid")
            .whereRef("memberships.userUuid", "=", "held.userUuid")
            .whereRef("memberships.organizationUuid", "=", "held.organizationUuid")
            .whereRef("memberships.uuid", ">", "held.uuid")
            .where(isOne),
        ),
      ),
    )
    .orderBy("wallets.address")
    .limit(p.limit)

const heldFields = [
  "memberships.uuid",
  "memberships.userUuid",
  "memberships.organizationUuid",
  "memberships.tierUuid",
  "memberships.validUntil",
  "memberships.renewableUntil",
  "memberships.cancelledAt",
  "memberships.endedAt",
] as const

const statements = {
  add: rowStatement<Membership>(membershipColumns)(({ db }, row) =>
    db
      .insertInto("memberships")
      .values(row)
      .onConflict((oc) =>
        oc.columns(["organizationUuid", "userUuid"]).where("endedAt", "is", null).doNothing(),
      ),
  ),
  findOpen: statement<{ organizationUuid: string; userUuid: string }>()(open),
  lockOpen: statement<{ organizationUuid: string; userUuid: string }>()((engine, p) =>
    engine.flavor.locked(open(engine, p)),
  ),
  findOpenWithTier: statement<{ organizationUuid: string; userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("memberships")
      .innerJoin("tiers", "tiers.uuid", "memberships.tierUuid")
      .select([...membership.selection, ...tier.selection])
      .where("memberships.organizationUuid", "=", p.organizationUuid)
      .where("memberships.userUuid", "=", p.userUuid)
      .where("memberships.endedAt", "is", null),
  ),
  openWithTiersOf: statement<{ organizationUuid: string; users: readonly string[] }>()(
    ({ db, flavor }, p) =>
      db
        .selectFrom("memberships")
        .innerJoin("tiers", "tiers.uuid", "memberships.tierUuid")
        .select([...membership.selection, ...tier.selection])
        .where("memberships.organizationUuid", "=", p.organizationUuid)
        .where((eb) => flavor.among(eb.ref("memberships.userUuid"), eb.val(p.users)))
        .where("memberships.endedAt", "is", null),
  ),
  // The key is not written over itself: SQLite would look for those who refer to it.
  replace: rowStatement<Membership>(membershipColumns)(({ db }, { uuid, ...row }) =>
    db
      .updateTable("memberships")
      .set(row)
      .where("uuid", "=", uuid)
      .where((eb) => eb(eb("revision", "+", 1), "=", row.revision)),
  ),
  replaceAll: updateEach<Membership>("memberships", membershipColumns, "uuid", {
    column: "revision",
    by: "one",
  }),
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("memberships").select(fields).where("uuid", "=", p.uuid),
  ),
  newest: statement<{ organizationUuid: string; userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("memberships")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("userUuid", "=", p.userUuid)
      .orderBy("createdAt", "desc")
      .orderBy("uuid", "desc")
      .limit(1),
  ),
  newestOf: statement<NewestOf>()((engine, p) =>
    engine.db.selectFrom("memberships").select(fields).where(isNewest(engine, p)),
  ),
  newestWithTiersOf: statement<NewestOf>()((engine, p) =>
    engine.db
      .selectFrom("memberships")
      .innerJoin("tiers", "tiers.uuid", "memberships.tierUuid")
      .select([...membership.selection, ...tier.selection])
      .where(isNewest(engine, p)),
  ),
  onTier: statement<OnTier>()(onTier),
  lockOnTier: statement<OnTier>()((engine, p) => engine.flavor.locked(onTier(engine, p))),
  // As the partial index says it, word for word.
  customOnTier: statement<{ tierUuid: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("memberships")
      .select(fields)
      .where("tierUuid", "=", p.tierUuid)
      .where("endedAt", "is", null)
      .where((eb) =>
        eb.or([
          eb("customPriceCents", "is not", null),
          eb("customPaymentInterval", "is not", null),
        ]),
      )
      .orderBy("uuid")
      .limit(p.limit),
  ),
  liveOf: statement<{ organizationUuid: string; users: readonly string[]; at: Date }>()(
    (engine, p) =>
      engine.db
        .selectFrom("memberships")
        .select(fields)
        .where((eb) => engine.flavor.among(eb.ref("userUuid"), eb.val(p.users)))
        .where((eb) => eb(engine.flavor.aside(eb.ref("organizationUuid")), "=", p.organizationUuid))
        .where(isLive(p.at)),
  ),
  // By the index of the owner: the key alone would walk the rows of everybody.
  walkOf: statement<{ userUuid: string; after: string; limit: number }>()(({ db, flavor }, p) =>
    db
      .selectFrom("memberships")
      .select(fields)
      .where("userUuid", "=", p.userUuid)
      .where((eb) => eb(flavor.aside(eb.ref("uuid")), ">", p.after))
      .orderBy("uuid")
      .limit(p.limit),
  ),
  openOf: statement<{ userUuid: string }>()(openOf),
  lockOpenOf: statement<{ userUuid: string }>()((engine, p) =>
    engine.flavor.locked(openOf(engine, p)),
  ),
  holders: statement<Roster>()(roster),
  holdersOf: statement<Roster & { readonly tierUuids: readonly string[] }>()((engine, p) =>
    roster(engine, p, (eb) =>
      eb.and([
        isActive(p.at)(eb),
        engine.flavor.among(eb.ref("memberships.tierUuid"), eb.val(p.tierUuids)),
      ]),
    ),
  ),
}

export const memberships: Opens<MembershipRepository> = (engine) => {
  const run = compiled(statements, engine)
  const counts = rememberedCounts()
  return (tx) => {
    const isWrite = tx.mode === "write"
    const readOpen = isWrite ? run.lockOpen : run.findOpen
    const [readOnTier, readOpenOf] = isWrite
      ? [run.lockOnTier, run.lockOpenOf]
      : [run.onTier, run.openOf]
    return {
      add: (row) => did(run.add(tx, row)),
      findOpen: (organizationUuid, userUuid) => first(readOpen(tx, { organizationUuid, userUuid })),
      findOpenWithTier: async (organizationUuid, userUuid) => {
        const row = await first(run.findOpenWithTier(tx, { organizationUuid, userUuid }))
        return row && onTierOf(row)
      },
      openWithTiersOf: async (organizationUuid, users) =>
        users.length === 0
          ? []
          : (await rows(run.openWithTiersOf(tx, { organizationUuid, users }))).map(onTierOf),
      replace: (row) => did(run.replace(tx, row)),
      replaceAll: async (memberships) => {
        const written = await run.replaceAll(tx, memberships)
        if (written !== memberships.length)
          throw new Error(
            `Of ${memberships.length} memberships only ${written} were at the revision before`,
          )
      },
      find: (uuid) => first(run.find(tx, { uuid })),
      newest: (organizationUuid, userUuid) => first(run.newest(tx, { organizationUuid, userUuid })),
      newestOf: async (organizationUuid, users) =>
        users.length === 0 ? [] : rows(run.newestOf(tx, { organizationUuid, users })),
      newestWithTiersOf: async (organizationUuid, users) =>
        users.length === 0
          ? []
          : (await rows(run.newestWithTiersOf(tx, { organizationUuid, users }))).map(onTierOf),
      onTier: ({ after = "", ...of }) => rows(readOnTier(tx, { ...of, after })),
      customOnTier: (of) => rows(run.customOnTier(tx, of)),
      walkOf: (userUuid, after = "", limit) => rows(run.walkOf(tx, { userUuid, after, limit })),
      openOf: (userUuid) => rows(readOpenOf(tx, { userUuid })),
      liveOf: (organizationUuid, users, at) =>
        rows(run.liveOf(tx, { organizationUuid, users, at })),
      list: (of, page) => listMembers(engine, counts, tx, of, page),
      listOf: (of, page) => listOfUser(engine, tx, of, page),
      holders: ({ tierUuids, after = "", ...of }) =>
        rows(
          tierUuids === undefined
            ? run.holders(tx, { ...of, after })
            : run.holdersOf(tx, { ...of, after, tierUuids }),
        ),
    }
  }
}
