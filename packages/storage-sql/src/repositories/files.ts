import type { FileRepository, FileUseType, StoredFile } from "@symbolon/core/storage"
import { type ExpressionBuilder, sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { fileColumns } from "../schema/files.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(fileColumns)
const sorting = { columns: fileColumns, by: { created_at: "createdAt" } }

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("files").select(fields).where("uuid", "=", p.uuid)

/** The sum over the files of the holder of a row of `file_bytes`. */
const actualBytes = (eb: ExpressionBuilder<Database, "fileBytes">) =>
  eb
    .selectFrom("files")
    .select(sql<number>`cast(coalesce(sum(files.counted_bytes), 0) as bigint)`.as("bytes"))
    .whereRef("files.holderUuid", "=", "fileBytes.holderUuid")
    // Written out, since no engine uses a partial index for a value it learns later.
    .where("files.countedBytes", ">", sql.lit(0))

/** What is not deleted and shows an image. */
const shows = ({ db }: Engine, p: { readonly uuid: string }) =>
  db
    .selectFrom("organizations")
    .select([sql.lit<FileUseType>("organization").as("type"), "uuid"])
    .where("logoImageFileUuid", "=", p.uuid)
    .where("deletedAt", "is", null)
    .unionAll(
      db
        .selectFrom("tiers")
        .select([sql.lit<FileUseType>("membership_tier").as("type"), "uuid"])
        .where("imageFileUuid", "=", p.uuid)
        .where("deletedAt", "is", null),
    )
    .unionAll(
      db
        .selectFrom("activities")
        .select([sql.lit<FileUseType>("activity").as("type"), "uuid"])
        .where("imageFileUuid", "=", p.uuid)
        .where("deletedAt", "is", null),
    )
    .unionAll(
      db
        .selectFrom("users")
        .select([sql.lit<FileUseType>("user").as("type"), "uuid"])
        .where("avatarImageFileUuid", "=", p.uuid)
        .where("deletedAt", "is", null),
    )
    .unionAll(
      db
        .selectFrom("cards")
        .select([sql.lit<FileUseType>("card").as("type"), "uuid"])
        .where("customFrontImageFileUuid", "=", p.uuid),
    )
    .unionAll(
      db
        .selectFrom("cardModels")
        .select([sql.lit<FileUseType>("card_model").as("type"), "uuid"])
        .where((eb) =>
          eb.or([eb("frontImageFileUuid", "=", p.uuid), eb("backImageFileUuid", "=", p.uuid)]),
        ),
    )
    .unionAll(
      db
        .selectFrom("profilePages")
        .select([sql.lit<FileUseType>("profile_page").as("type"), "uuid"])
        .where("imageFileUuid", "=", p.uuid),
    )
    .unionAll(
      db
        .selectFrom("profileTemplates")
        .select([sql.lit<FileUseType>("profile_template").as("type"), "uuid"])
        .where("imageFileUuid", "=", p.uuid),
    )
    .unionAll(
      db
        .selectFrom("rewardFiles")
        .select([sql.lit<FileUseType>("reward").as("type"), "rewardTemplateUuid as uuid"])
        .where("fileUuid", "=", p.uuid),
    )

const statements = {
  add: rowStatement<StoredFile>(fileColumns)(({ db }, row) =>
    db
      .insertInto("files")
      .values(row)
      .onConflict((oc) => oc.column("slug").doNothing()),
  ),
  find: statement<{ name: string }>()(({ db }, p) =>
    db
      .selectFrom("files")
      .select(fields)
      .where((eb) => eb.or([eb("uuid", "=", p.name), eb("slug", "=", p.name)])),
  ),
  byUuid: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("files")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  change: rowStatement<StoredFile>(fileColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("files").set(row).where("uuid", "=", uuid),
  ),
  countPending: statement<{ holderUuid: string; at: Date }>()(({ db }, p) =>
    db
      .selectFrom("files")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("holderUuid", "=", p.holderUuid)
      .where("state", "=", sql.lit("pending"))
      .where("clearAt", ">", p.at),
  ),
  uses: statement<{ uuid: string; limit: number }>()((engine, p) =>
    engine.db
      .selectFrom(shows(engine, p).as("uses"))
      .selectAll()
      .orderBy("type")
      .orderBy("uuid")
      .limit(p.limit),
  ),
  removeAllOf: statement<{ holderUuid: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("files")
      .set({ state: sql.lit("removed"), clearAt: p.at })
      .where("holderUuid", "=", p.holderUuid)
      .where("state", "<>", sql.lit("removed")),
  ),
  removeOwned: statement<{ ownerUuid: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("files")
      .set({ state: sql.lit("removed"), clearAt: p.at })
      .where("ownerUuid", "=", p.ownerUuid)
      .where("state", "<>", sql.lit("removed")),
  ),
  toClear: statement<{ at: Date; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("files")
      .select(fields)
      .where("clearAt", "is not", null)
      .where("clearAt", "<=", p.at)
      .orderBy("clearAt")
      .orderBy("uuid")
      .limit(p.limit),
  ),
  walkOf: statement<{ ownerUuid: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("files")
      .select(fields)
      .where("state", "=", sql.lit("stored"))
      .where("ownerUuid", "=", p.ownerUuid)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  walk: statement<{ after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("files")
      .select(fields)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  forget: statement<{ uuid: string }>()(({ db }, p) =>
    db
      .deleteFrom("files")
      .where("uuid", "=", p.uuid)
      .where("state", "=", sql.lit("removed"))
      .returning(["holderUuid", "countedBytes"]),
  ),
  count: statement<{ holderUuid: string; bytes: number }>()(({ db }, p) =>
    db
      .insertInto("fileBytes")
      .values({ holderUuid: p.holderUuid, bytes: p.bytes })
      .onConflict((oc) =>
        oc.column("holderUuid").doUpdateSet({ bytes: sql`file_bytes.bytes + excluded.bytes` }),
      )
      .returning("bytes"),
  ),
  bytesOf: statement<{ holderUuid: string }>()(({ db }, p) =>
    db.selectFrom("fileBytes").select("bytes").where("holderUuid", "=", p.holderUuid),
  ),
  walkBytes: statement<{ after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("fileBytes")
      .select((eb) => ["holderUuid", "bytes", actualBytes(eb).as("actualBytes")])
      .$narrowType<{ actualBytes: number }>()
      .where("holderUuid", ">", p.after)
      .orderBy("holderUuid")
      .limit(p.limit),
  ),
  recount: statement<{ holderUuid: string }>()(({ db }, p) =>
    db
      .updateTable("fileBytes")
      .set((eb) => ({ bytes: actualBytes(eb) }))
      .where("holderUuid", "=", p.holderUuid)
      .returning("bytes"),
  ),
  toClearOf: statement<{ holderUuid: string; at: Date; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("files")
      .select(fields)
      .where("holderUuid", "=", p.holderUuid)
      .where("clearAt", "is not", null)
      .where("clearAt", "<=", p.at)
      .orderBy("clearAt")
      .orderBy("uuid")
      .limit(p.limit),
  ),
}

export const files: Opens<FileRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: async (file) => {
      if (!(await did(run.add(tx, file)))) return false
      const { holderUuid, countedBytes: bytes } = file
      if (bytes > 0) await run.count(tx, { holderUuid, bytes })
      return true
    },
    find: (slugOrUuid) => first(run.find(tx, { name: slugOrUuid })),
    findAll: (uuids) => rows(run.findAll(tx, { uuids })),
    lock: (uuid) => first((tx.mode === "write" ? run.lock : run.byUuid)(tx, { uuid })),
    change: (file) => did(run.change(tx, file)),
    list: (ownerUuid, page) =>
      readPage(
        tx,
        engine.db
          .selectFrom("files")
          .select(fields)
          .where("ownerUuid", "=", ownerUuid)
          .where("state", "=", sql.lit("stored")),
        page,
        sorting,
      ),
    countPending: async (holderUuid, at) =>
      (await first(run.countPending(tx, { holderUuid, at })))?.total ?? 0,
    uses: (uuid, limit) => rows(run.uses(tx, { uuid, limit })),
    removeAllOf: async (holderUuid, at) => (await run.removeAllOf(tx, { holderUuid, at })).changed,
    removeOwned: async (ownerUuid, at) => (await run.removeOwned(tx, { ownerUuid, at })).changed,
    toClear: (at, limit) => rows(run.toClear(tx, { at, limit })),
    walkOf: (ownerUuid, after = "", limit) => rows(run.walkOf(tx, { ownerUuid, after, limit })),
    walk: (after = "", limit) => rows(run.walk(tx, { after, limit })),
    toClearOf: (holderUuid, at, limit) => rows(run.toClearOf(tx, { holderUuid, at, limit })),
    lockBytes: async (holderUuid) => {
      // Adding nothing writes the row, and so holds it.
      const found = tx.mode === "write" ? run.count(tx, { holderUuid, bytes: 0 }) : undefined
      return (await first(found ?? run.bytesOf(tx, { holderUuid })))?.bytes ?? 0
    },
    walkBytes: (after = "", limit) => rows(run.walkBytes(tx, { after, limit })),
    recountBytes: async (holderUuid) => {
      await run.count(tx, { holderUuid, bytes: 0 })
      return (await first(run.recount(tx, { holderUuid })))?.bytes ?? 0
    },
    forget: async (uuid) => {
      const gone = await first(run.forget(tx, { uuid }))
      if (gone !== undefined && gone.countedBytes > 0)
        await run.count(tx, { holderUuid: gone.holderUuid, bytes: -gone.countedBytes })
      return gone !== undefined
    },
  })
}
