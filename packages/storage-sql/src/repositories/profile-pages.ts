import type { ProfilePage, ProfilePageRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { profilePageColumns } from "../schema/profiles.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { pageWordsOf } from "./page-words.ts"

const fields = namesOf(profilePageColumns)
const sorting = { columns: profilePageColumns, by: { created_at: "createdAt" } }

const pages = ({ db }: Engine) => db.selectFrom("profilePages").select(fields)

const statements = {
  add: rowStatement<ProfilePage>(profilePageColumns)(({ db }, row) =>
    db.insertInto("profilePages").values(row),
  ),
  find: statement<{ uuid: string }>()((engine, p) => pages(engine).where("uuid", "=", p.uuid)),
  findAll: statement<{ uuids: readonly string[] }>()((engine, p) =>
    pages(engine).where((eb) => engine.flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  // By the index of the owner: the key alone would walk the rows of everybody.
  walkOf: statement<{ userUuid: string; after: string; limit: number }>()(({ db, flavor }, p) =>
    db
      .selectFrom("profilePages")
      .select(fields)
      .where("userUuid", "=", p.userUuid)
      .where((eb) => eb(flavor.aside(eb.ref("uuid")), ">", p.after))
      .orderBy("uuid")
      .limit(p.limit),
  ),
  countMade: statement<{ userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("profilePages")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("userUuid", "=", p.userUuid)
      .where("organizationUuid", "is", null),
  ),
  primaryOf: statement<{ userUuids: readonly string[] }>()((engine, p) =>
    pages(engine)
      .where((eb) => engine.flavor.among(eb.ref("userUuid"), eb.val(p.userUuids)))
      .where("primarySince", "is not", null),
  ),
  issuedWith: statement<{ cardUuid: string; userUuid: string }>()((engine, p) =>
    pages(engine).where("cardUuid", "=", p.cardUuid).where("userUuid", "=", p.userUuid),
  ),
  change: rowStatement<ProfilePage>(profilePageColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("profilePages").set(row).where("uuid", "=", uuid),
  ),
  remove: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("profilePages").where("uuid", "=", p.uuid),
  ),
  removeAllOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db.deleteFrom("profilePages").where("userUuid", "=", p.userUuid),
  ),
}

/** The profile pages of people. */
export const profilePages: Opens<ProfilePageRepository> = (engine) => {
  const run = compiled(statements, engine)
  const words = pageWordsOf(engine)
  return (tx) => ({
    add: async (page) => {
      await run.add(tx, page)
      await words.ofPage(tx, page)
    },
    find: (uuid) => first(run.find(tx, { uuid })),
    findAll: (uuids) => rows(run.findAll(tx, { uuids })),
    list: (userUuid, page) =>
      readPage(tx, pages(engine).where("userUuid", "=", userUuid), page, sorting),
    walkOf: (userUuid, after = "", limit) => rows(run.walkOf(tx, { userUuid, after, limit })),
    countMade: async (userUuid) => (await first(run.countMade(tx, { userUuid })))?.total ?? 0,
    primaryOf: (userUuids) => rows(run.primaryOf(tx, { userUuids })),
    issuedWith: (cardUuid, userUuid) => first(run.issuedWith(tx, { cardUuid, userUuid })),
    change: async (page) => {
      if (!(await did(run.change(tx, page)))) return false
      await words.ofPage(tx, page)
      return true
    },
    remove: (uuid) => did(run.remove(tx, { uuid })),
    removeAllOf: async (userUuid) => void (await run.removeAllOf(tx, { userUuid })),
  })
}
