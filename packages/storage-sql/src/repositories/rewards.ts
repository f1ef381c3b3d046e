import type {
  RewardFile,
  RewardTemplate,
  RewardTemplateOrder,
  RewardTemplateRepository,
  SealedRewardContent,
  TicketDoor,
  TicketHoldingRepository,
  TicketsOf,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { readPage, type Sorting } from "../page.ts"
import {
  rewardContentColumns,
  rewardFileColumns,
  rewardTemplateColumns,
  type StoredRewardContent,
  ticketHoldingColumns,
} from "../schema/cards.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const templateFields = namesOf(rewardTemplateColumns)
const contentFields = namesOf(rewardContentColumns)
const ticketFields = namesOf(ticketHoldingColumns)
const templateSorting: Sorting<RewardTemplateOrder> = {
  columns: rewardTemplateColumns,
  by: { created_at: "createdAt", name: "name" },
}

const templateBy = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("rewardTemplates").select(templateFields).where("uuid", "=", p.uuid)

const named = ({ db }: Engine, p: { readonly organizationUuid: string; readonly name: string }) =>
  db
    .selectFrom("rewardTemplates")
    .select(templateFields)
    .where("organizationUuid", "=", p.organizationUuid)
    .where("name", "=", p.name)
    .where("status", "=", "active")
    .orderBy("createdAt")
    .orderBy("uuid")
    .limit(1)

const templateStatements = {
  add: rowStatement<RewardTemplate>(rewardTemplateColumns)(({ db }, row) =>
    db
      .insertInto("rewardTemplates")
      .values(row)
      .onConflict((oc) => oc.column("slug").doNothing()),
  ),
  find: statement<{ slugOrUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("rewardTemplates")
      .select(templateFields)
      .where((eb) => eb.or([eb("slug", "=", p.slugOrUuid), eb("uuid", "=", p.slugOrUuid)])),
  ),
  byUuid: statement<{ uuid: string }>()(templateBy),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(templateBy(engine, p))),
  change: rowStatement<RewardTemplate>(rewardTemplateColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("rewardTemplates").set(row).where("uuid", "=", uuid),
  ),
  remove: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("rewardTemplates").where("uuid", "=", p.uuid),
  ),
  contents: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("rewardContents")
      .select(contentFields)
      .where((eb) => flavor.among(eb.ref("rewardTemplateUuid"), eb.val(p.uuids))),
  ),
  putContent: rowStatement<StoredRewardContent>(rewardContentColumns)(({ db }, row) =>
    db
      .insertInto("rewardContents")
      .values(row)
      .onConflict((oc) =>
        oc.column("rewardTemplateUuid").doUpdateSet((eb) => ({
          kekId: eb.ref("excluded.kekId"),
          wrappedKey: eb.ref("excluded.wrappedKey"),
          box: eb.ref("excluded.box"),
        })),
      ),
  ),
  removeContent: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("rewardContents").where("rewardTemplateUuid", "=", p.uuid),
  ),
  holdFiles: insertEach<RewardFile>("reward_files", rewardFileColumns, {
    key: ["rewardTemplateUuid", "fileUuid"],
    then: "skip",
  }),
  releaseFiles: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("rewardFiles").where("rewardTemplateUuid", "=", p.uuid),
  ),
  ofNone: statement<{ organizationUuid: string; name: string }>()((engine, p) =>
    named(engine, p).where("activityUuid", "is", null),
  ),
  ofActivity: statement<{ organizationUuid: string; name: string; activityUuid: string }>()(
    (engine, p) => named(engine, p).where("activityUuid", "=", p.activityUuid),
  ),
}

export const rewardTemplates: Opens<RewardTemplateRepository> = (engine) => {
  const run = compiled(templateStatements, engine)
  return (tx) => ({
    add: (template) => did(run.add(tx, template)),
    find: (slugOrUuid) => first(run.find(tx, { slugOrUuid })),
    lock: (uuid) => first((tx.mode === "write" ? run.lock : run.byUuid)(tx, { uuid })),
    list: ({ organizationUuid, activityUuid, statuses }, page) => {
      let query = engine.db
        .selectFrom("rewardTemplates")
        .select(templateFields)
        .where("organizationUuid", "=", organizationUuid)
      if (activityUuid !== undefined) query = query.where("activityUuid", "=", activityUuid)
      if (statuses !== undefined)
        query = query.where((eb) => engine.flavor.among(eb.ref("status"), eb.val(statuses)))
      return readPage(tx, query, page, templateSorting)
    },
    change: (template) => did(run.change(tx, template)),
    remove: async (uuid) => {
      await run.removeContent(tx, { uuid })
      await run.releaseFiles(tx, { uuid })
      return did(run.remove(tx, { uuid }))
    },
    contents: async (uuids) =>
      uuids.length === 0 ? [] : (await rows(run.contents(tx, { uuids }))).map(contentOf),
    putContent: async ({ rewardTemplateUuid, sealed: { wrapped, box } }) =>
      void (await run.putContent(tx, {
        rewardTemplateUuid,
        kekId: wrapped.kekId,
        wrappedKey: wrapped.blob,
        box,
      })),
    removeContent: async (uuid) => void (await run.removeContent(tx, { uuid })),
    holdFiles: async (rewardTemplateUuid, fileUuids) =>
      void (await run.holdFiles(
        tx,
        [...new Set(fileUuids)].map((fileUuid) => ({ rewardTemplateUuid, fileUuid })),
      )),
    releaseFiles: async (uuid) => void (await run.releaseFiles(tx, { uuid })),
    findByName: (organizationUuid, activityUuid, name) =>
      first(
        activityUuid === undefined
          ? run.ofNone(tx, { organizationUuid, name })
          : run.ofActivity(tx, { organizationUuid, name, activityUuid }),
      ),
  })
}

const contentOf = ({
  rewardTemplateUuid,
  kekId,
  wrappedKey,
  box,
}: StoredRewardContent): SealedRewardContent => ({
  rewardTemplateUuid,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})

/** What is asked for together, and where it begins: uids come after the empty text. */
interface Asked {
  readonly key: string
  readonly after: string
  readonly limit: number
}

const valid = (column: "rewardTemplateUuid" | "activityUuid" | "walletAddress") =>
  statement<Asked>()(({ db }, p) =>
    db
      .selectFrom("ticketHoldings")
      .select(ticketFields)
      .where(column, "=", p.key)
      // Written out, since no engine uses a partial index for a value it learns later.
      .where("state", "=", sql.lit("valid"))
      .where("uid", ">", p.after)
      .orderBy("uid")
      .limit(p.limit),
  )

const valids = ({ db }: Engine) =>
  db
    .selectFrom("ticketHoldings")
    .select(["uid", "rewardTemplateUuid"])
    .where("state", "=", sql.lit("valid"))

const ofTemplates = (engine: Engine, p: { readonly templates: readonly string[] }) =>
  valids(engine).where((eb) =>
    engine.flavor.among(eb.ref("rewardTemplateUuid"), eb.val(p.templates)),
  )

/** Each table by its own key, and what both find once. */
const amongTickets = (column: "uid" | "transactionId") =>
  statement<{ keys: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("ticketHoldings")
      .select(ticketFields)
      .where((eb) => flavor.among(eb.ref(column), eb.val(p.keys))),
  )

const counted = ({ db }: Engine, tickets: ReturnType<typeof valids>) =>
  db
    .selectFrom(tickets.as("counted"))
    .select(["counted.rewardTemplateUuid", sql<number>`count(*)`.as("total")])
    .groupBy("counted.rewardTemplateUuid")

/** Wallets with a valid ticket of a template, each once. */
const holding = ({ db }: Engine, key: string) =>
  db
    .selectFrom("ticketHoldings")
    .select("walletAddress")
    .distinct()
    .where("rewardTemplateUuid", "=", key)
    .where("state", "=", sql.lit("valid"))

/**
 * Who holds a ticket: the user whose wallet it is in, or who claimed the card; else that wallet
 * itself.
 */
export const ticketHolder = ({ db }: Engine) => {
  const claimer = db
    .selectFrom("cards")
    .select("cards.holderUserUuid")
    .where("cards.walletAddress", "=", sql.ref<string>("ticket_holdings.wallet_address"))
    .where("cards.claimedAt", "is not", null)
  return sql<string>`coalesce(ticket_holdings.user_uuid, ${claimer}, ticket_holdings.wallet_address)`
}

/** A door whose times are those of any ticket where it has none of its own. */
export interface BoundedDoor {
  readonly sessionUuid: string
  readonly opensAt: Date
  readonly closesAt: Date
}

/** The same door, always open where it has no times. */
export const bounded = ({ sessionUuid, opensAt, closesAt }: TicketDoor): BoundedDoor => ({
  sessionUuid,
  opensAt: opensAt ?? beforeAnyTicket,
  closesAt: closesAt ?? afterAnyTicket,
})

const beforeAnyTicket = new Date("0001-01-01T00:00:00Z")
const afterAnyTicket = new Date("9999-12-31T23:59:59.999Z")

/** The valid tickets of a template that reserve a seat at a door, as `reservesSeat` says. */
export const seating = ({ db, flavor }: Engine, rewardTemplateUuid: string, door: BoundedDoor) =>
  db
    .selectFrom("ticketHoldings")
    .where("rewardTemplateUuid", "=", rewardTemplateUuid)
    // Written out, since no engine uses a partial index for a value it learns later.
    .where("state", "=", sql.lit("valid"))
    .where((eb) =>
      eb.or([
        eb("sessionUuids", "is", null),
        flavor.lists(sql.ref("session_uuids"), eb.val(door.sessionUuid)),
      ]),
    )
    .where((eb) => eb.or([eb("validFrom", "is", null), eb("validFrom", "<", door.closesAt)]))
    .where((eb) => eb.or([eb("validUntil", "is", null), eb("validUntil", ">", door.opensAt)]))

const heldIn = (
  { db, flavor }: Engine,
  p: { readonly key: string; readonly addresses: readonly string[] },
) =>
  db
    .selectFrom("ticketHoldings")
    .select(ticketFields)
    .where("rewardTemplateUuid", "=", p.key)
    .where("state", "=", sql.lit("valid"))
    .where((eb) => flavor.among(eb.ref("walletAddress"), eb.val(p.addresses)))
    .orderBy("uid")

const ticketStatements = {
  heldIn: statement<{ key: string; addresses: readonly string[] }>()(heldIn),
  holdIn: statement<{ key: string; addresses: readonly string[] }>()((engine, p) =>
    engine.flavor.held(heldIn(engine, p)),
  ),
  countOfTemplates: statement<{ templates: readonly string[] }>()((engine, p) =>
    counted(engine, ofTemplates(engine, p)),
  ),
  // Each by its own index, and a ticket that both find is one.
  countToActivity: statement<{ templates: readonly string[]; activityUuid: string }>()(
    (engine, p) =>
      counted(
        engine,
        ofTemplates(engine, p).union(valids(engine).where("activityUuid", "=", p.activityUuid)),
      ),
  ),
  find: statement<{ uid: string }>()(({ db }, p) =>
    db.selectFrom("ticketHoldings").select(ticketFields).where("uid", "=", p.uid),
  ),
  amongUids: amongTickets("uid"),
  amongTransactions: amongTickets("transactionId"),
  holders: statement<Asked>()((engine, p) =>
    holding(engine, p.key)
      .where("walletAddress", ">", p.after)
      .orderBy("walletAddress")
      .limit(p.limit),
  ),
  countHolders: statement<{ key: string } & BoundedDoor>()((engine, p) =>
    seating(engine, p.key, p).select(
      sql<number>`count(distinct ${ticketHolder(engine)})`.as("people"),
    ),
  ),
  lastVoid: statement<{ rewardTemplateUuid: string; walletAddress: string }>()(({ db }, p) =>
    db
      .selectFrom("ticketHoldings")
      .select(ticketFields)
      .where("walletAddress", "=", p.walletAddress)
      .where("rewardTemplateUuid", "=", p.rewardTemplateUuid)
      .where("state", "=", sql.lit("void"))
      .orderBy("uid", "desc")
      .limit(1),
  ),
  ofTemplate: valid("rewardTemplateUuid"),
  ofActivity: valid("activityUuid"),
  ofWallet: valid("walletAddress"),
}

export const tickets: Opens<TicketHoldingRepository> = (engine) => {
  const run = compiled(ticketStatements, engine)
  const listOf = (of: TicketsOf) => {
    if ("rewardTemplateUuid" in of) return { list: run.ofTemplate, key: of.rewardTemplateUuid }
    return "activityUuid" in of
      ? { list: run.ofActivity, key: of.activityUuid }
      : { list: run.ofWallet, key: of.walletAddress }
  }
  return (tx) => ({
    find: (uid) => first(run.find(tx, { uid })),
    among: async ({ uids, transactionIds }) => {
      const [byUid, byTransaction] = await Promise.all([
        uids.length === 0 ? [] : rows(run.amongUids(tx, { keys: uids })),
        transactionIds.length === 0
          ? []
          : rows(run.amongTransactions(tx, { keys: transactionIds })),
      ])
      return [...new Map([...byUid, ...byTransaction].map((row) => [row.uid, row])).values()]
    },
    countValid: ({ rewardTemplateUuids: templates, activityUuid }) =>
      rows(
        activityUuid === undefined
          ? run.countOfTemplates(tx, { templates })
          : run.countToActivity(tx, { templates, activityUuid }),
      ),
    holders: async (key, after = "", limit) =>
      addressesOf(await rows(run.holders(tx, { key, after, limit }))),
    amongWallets: async (key, addresses) =>
      addresses.length === 0 ? [] : rows(run.heldIn(tx, { key, addresses })),
    heldIn: async (key, addresses) =>
      addresses.length === 0
        ? []
        : rows((tx.mode === "write" ? run.holdIn : run.heldIn)(tx, { key, addresses })),
    countHolders: async (key, door) =>
      (await first(run.countHolders(tx, { key, ...bounded(door) })))?.people ?? 0,
    lastVoid: (rewardTemplateUuid, walletAddress) =>
      first(run.lastVoid(tx, { rewardTemplateUuid, walletAddress })),
    listValid: (of, after = "", limit) => {
      const { list, key } = listOf(of)
      return rows(list(tx, { key, after, limit }))
    },
  })
}

const addressesOf = (found: readonly { readonly walletAddress: string }[]): readonly string[] =>
  found.map(({ walletAddress }) => walletAddress)
