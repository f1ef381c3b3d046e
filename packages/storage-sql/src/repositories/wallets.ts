import type { DoorWallet, NewWallet, User, Wallet, WalletRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, requireWrite, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { walletColumns, walletKeyColumns, type StoredWalletKey } from "../schema/ledger.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import { sql } from "kysely"
import { joined } from "./joined.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(walletColumns)
const sorting = { columns: walletColumns, by: { created_at: "createdAt" } }

// Kinds are written out where an index is partial: no engine uses it for a value it learns later.
const organizationKinds = sql<boolean>`kind in ('treasury', 'issuance')`
const isPrimary = sql<boolean>`is_primary`

const wallet = joined("w", "wallet", walletColumns)
const holder = joined<Pick<User, "disabledAt">>("u", "user", { disabledAt: "instant?" })

/** Wallets with the accounts of their users, for doors. */
const doorWallets = ({ db }: Engine) =>
  db
    .selectFrom("wallets as w")
    .leftJoin("users as u", "u.uuid", "w.userUuid")
    .select([...wallet.selection, ...holder.selection])

const doorWallet = (row: Readonly<Record<string, unknown>>): DoorWallet => ({
  ...wallet.of(row),
  userDisabledAt: holder.of(row).disabledAt,
})

const statements = {
  add: rowStatement<Wallet>(walletColumns)(({ db }, row) =>
    db
      .insertInto("wallets")
      .values(row)
      .onConflict((oc) => oc.doNothing()),
  ),
  addKey: rowStatement<StoredWalletKey>(walletKeyColumns)(({ db }, row) =>
    db.insertInto("walletKeys").values(row),
  ),
  addAll: insertEach<Wallet>("wallets", walletColumns),
  addKeys: insertEach<StoredWalletKey>("walletKeys", walletKeyColumns),
  // By the index of the owner: the key alone would walk the rows of everybody.
  walkOf: statement<{ userUuid: string; after: string; limit: number }>()(({ db, flavor }, p) =>
    db
      .selectFrom("wallets")
      .select(fields)
      .where("kind", "=", sql.lit("user"))
      .where("userUuid", "=", p.userUuid)
      .where((eb) => eb(flavor.aside(eb.ref("address")), ">", p.after))
      .orderBy("address")
      .limit(p.limit),
  ),
  find: statement<{ address: string }>()(({ db }, p) =>
    db.selectFrom("wallets").select(fields).where("address", "=", p.address),
  ),
  findAll: statement<{ addresses: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("wallets")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("address"), eb.val(p.addresses))),
  ),
  doorWalletsAt: statement<{ addresses: readonly string[] }>()((engine, p) =>
    doorWallets(engine).where((eb) =>
      engine.flavor.among(eb.ref("w.address"), eb.val(p.addresses)),
    ),
  ),
  primary: statement<{ userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("wallets")
      .select(fields)
      .where("kind", "=", sql.lit("user"))
      .where(isPrimary)
      .where("userUuid", "=", p.userUuid),
  ),
  ofMember: statement<{ userUuid: string; organizationUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("wallets")
      .select(fields)
      .where("kind", "=", sql.lit("user"))
      .where("userUuid", "=", p.userUuid)
      .where("organizationUuid", "=", p.organizationUuid),
  ),
  ofUsers: statement<{ users: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("wallets")
      .select(fields)
      .where("kind", "=", sql.lit("user"))
      .where((eb) => flavor.among(sql<string>`user_uuid`, eb.val(p.users))),
  ),
  ofMembers: statement<{ users: readonly string[]; organizationUuid: string }>()(
    ({ db, flavor }, p) =>
      db
        .selectFrom("wallets")
        .select(fields)
        .where("kind", "=", sql.lit("user"))
        .where((eb) => flavor.among(sql<string>`user_uuid`, eb.val(p.users)))
        // Of an expression no index is used: a plan that an engine made while the table was small
        // would else look through all members for a few.
        .where(sql<string>`organization_uuid || ''`, "=", p.organizationUuid),
  ),
  // As `ofMembers` asks, for the same index.
  doorWalletsOf: statement<{ users: readonly string[]; organizationUuid: string }>()((engine, p) =>
    doorWallets(engine)
      .where("w.kind", "=", sql.lit("user"))
      .where((eb) => engine.flavor.among(sql<string>`w.user_uuid`, eb.val(p.users)))
      .where(sql<string>`w.organization_uuid || ''`, "=", p.organizationUuid),
  ),
  ofOrganization: statement<{ organizationUuid: string; kind: Wallet["kind"] }>()(({ db }, p) =>
    db
      .selectFrom("wallets")
      .select(fields)
      .where(organizationKinds)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("kind", "=", p.kind),
  ),
  system: statement<object>()(({ db }) =>
    db.selectFrom("wallets").select(fields).where("kind", "=", sql.lit("system")),
  ),
  close: statement<{ userUuid: string; closedAt: Date }>()(({ db }, p) =>
    db
      .updateTable("wallets")
      .set({ closedAt: p.closedAt })
      .where("kind", "=", sql.lit("user"))
      .where("userUuid", "=", p.userUuid)
      .where("closedAt", "is", null),
  ),
  key: statement<{ address: string }>()(({ db }, p) =>
    db
      .selectFrom("walletKeys")
      .select(["kekId", "wrappedKey", "box"])
      .where("address", "=", p.address),
  ),
}

export const wallets: Opens<WalletRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: async (wallet, key) => {
      if (!(await did(run.add(tx, wallet)))) return false
      return did(run.addKey(tx, storedKey({ wallet, key })))
    },
    addAll: async (all) => {
      requireWrite(tx)
      await run.addAll(
        tx,
        all.map(({ wallet }) => wallet),
      )
      await run.addKeys(tx, all.map(storedKey))
    },
    find: (address) => first(run.find(tx, { address })),
    findAll: (addresses) => rows(run.findAll(tx, { addresses })),
    doorWalletsAt: async (addresses) =>
      (await rows(run.doorWalletsAt(tx, { addresses }))).map(doorWallet),
    ofUser: (userUuid, organizationUuid) =>
      first(
        organizationUuid === undefined
          ? run.primary(tx, { userUuid })
          : run.ofMember(tx, { userUuid, organizationUuid }),
      ),
    ofUsers: (users, organizationUuid) =>
      rows(
        organizationUuid === undefined
          ? run.ofUsers(tx, { users })
          : run.ofMembers(tx, { users, organizationUuid }),
      ),
    doorWalletsOf: async (users, organizationUuid) =>
      (await rows(run.doorWalletsOf(tx, { users, organizationUuid }))).map(doorWallet),
    ofOrganization: async (organizationUuid, kind) => {
      if (organizationUuid !== undefined)
        return first(run.ofOrganization(tx, { organizationUuid, kind }))
      return kind === "system" ? first(run.system(tx, {})) : undefined
    },
    walkOf: (userUuid, after = "", limit) => rows(run.walkOf(tx, { userUuid, after, limit })),
    list: (of, page) => list(engine, tx, of, page),
    close: (userUuid, closedAt) => done(run.close(tx, { userUuid, closedAt })),
    sealedKey: async (address) => {
      const key = await first(run.key(tx, { address }))
      return key && { wrapped: { kekId: key.kekId, blob: key.wrappedKey }, box: key.box }
    },
  })
}

const storedKey = ({ wallet, key: { wrapped, box } }: NewWallet): StoredWalletKey => ({
  address: wallet.address,
  kekId: wrapped.kekId,
  wrappedKey: wrapped.blob,
  box,
})

const list = (
  { db }: Engine,
  tx: Executor,
  of: Parameters<WalletRepository["list"]>[0],
  page: Parameters<WalletRepository["list"]>[1],
): ReturnType<WalletRepository["list"]> => {
  const query = db.selectFrom("wallets").select(fields)
  const wanted =
    "userUuid" in of
      ? query.where("kind", "=", sql.lit("user")).where("userUuid", "=", of.userUuid)
      : query
          .where(organizationKinds)
          .where("kind", "=", sql.lit("treasury"))
          .where("organizationUuid", "=", of.treasuryOf)
  return readPage(tx, wanted, page, sorting)
}
