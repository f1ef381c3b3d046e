import type { Link, LinkRepository, UnnamedWallet } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { linkColumns, unnamedWalletColumns } from "../schema/profiles.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(linkColumns)
const sorting = { columns: linkColumns, by: { created_at: "createdAt" } }

const all = ({ db }: Engine) => db.selectFrom("links").select(fields)

const statements = {
  add: rowStatement<Link>(linkColumns)(({ db }, row) => db.insertInto("links").values(row)),
  find: statement<{ linkToken: string }>()((engine, p) =>
    all(engine).where("linkToken", "=", p.linkToken),
  ),
  // By the index of the owner: the key alone would walk the rows of everybody.
  walkOf: statement<{ userUuid: string; after: string; limit: number }>()(({ db, flavor }, p) =>
    db
      .selectFrom("links")
      .select(fields)
      .where("userUuid", "=", p.userUuid)
      .where((eb) => eb(flavor.aside(eb.ref("uuid")), ">", p.after))
      .orderBy("uuid")
      .limit(p.limit),
  ),
  remove: statement<{ userUuid: string; linkToken: string }>()(({ db }, p) =>
    db.deleteFrom("links").where("userUuid", "=", p.userUuid).where("linkToken", "=", p.linkToken),
  ),
  addUnnamed: rowStatement<UnnamedWallet>(unnamedWalletColumns)(({ db }, row) =>
    db
      .insertInto("unnamedWallets")
      .values(row)
      .onConflict((oc) => oc.columns(["userUuid", "walletAddress"]).doNothing()),
  ),
  unnamed: statement<{ userUuid: string; walletAddress: string }>()(({ db }, p) =>
    db
      .selectFrom("unnamedWallets")
      .select("walletAddress")
      .where("userUuid", "=", p.userUuid)
      .where("walletAddress", "=", p.walletAddress),
  ),
  removeAllOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db.deleteFrom("links").where("userUuid", "=", p.userUuid),
  ),
  removeUnnamedOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db.deleteFrom("unnamedWallets").where("userUuid", "=", p.userUuid),
  ),
}

/** The links that users hand out. Those of a page go with it by their reference. */
export const links: Opens<LinkRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: async (link) => void (await run.add(tx, link)),
    find: (linkToken) => first(run.find(tx, { linkToken })),
    list: (userUuid, page) =>
      readPage(tx, all(engine).where("userUuid", "=", userUuid), page, sorting),
    walkOf: (userUuid, after = "", limit) => rows(run.walkOf(tx, { userUuid, after, limit })),
    remove: (userUuid, linkToken) => did(run.remove(tx, { userUuid, linkToken })),
    addUnnamed: async (wallet) => void (await run.addUnnamed(tx, wallet)),
    isUnnamed: async (userUuid, walletAddress) =>
      (await first(run.unnamed(tx, { userUuid, walletAddress }))) !== undefined,
    removeAllOf: async (userUuid) => {
      await run.removeAllOf(tx, { userUuid })
      await run.removeUnnamedOf(tx, { userUuid })
    },
  })
}
