import type {
  RewardTemplate,
  RewardTemplateRepository,
  TicketHoldingRepository,
  TicketsOf,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { rewardTemplateColumns, ticketHoldingColumns } from "../schema/cards.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const templateFields = namesOf(rewardTemplateColumns)
const ticketFields = namesOf(ticketHoldingColumns)

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
    findByName: (organizationUuid, activityUuid, name) =>
      first(
        activityUuid === undefined
          ? run.ofNone(tx, { organizationUuid, name })
          : run.ofActivity(tx, { organizationUuid, name, activityUuid }),
      ),
  })
}

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
export const ticketHolder = sql<string>`coalesce(
  ticket_holdings.user_uuid,
  (select cards.holder_user_uuid from cards where cards.wallet_address = ticket_holdings.wallet_address and cards.claimed_at is not null),
  ticket_holdings.wallet_address
)`

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
  holders: statement<Asked>()((engine, p) =>
    holding(engine, p.key)
      .where("walletAddress", ">", p.after)
      .orderBy("walletAddress")
      .limit(p.limit),
  ),
  holdersAmong: statement<{ key: string; addresses: readonly string[] }>()((engine, p) =>
    holding(engine, p.key).where((eb) =>
      engine.flavor.among(eb.ref("walletAddress"), eb.val(p.addresses)),
    ),
  ),
  countHolders: statement<{ key: string }>()(({ db }, p) =>
    db
      .selectFrom("ticketHoldings")
      .select(sql<number>`count(distinct ${ticketHolder})`.as("people"))
      .where("rewardTemplateUuid", "=", p.key)
      .where("state", "=", sql.lit("valid")),
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
    countValid: ({ rewardTemplateUuids: templates, activityUuid }) =>
      rows(
        activityUuid === undefined
          ? run.countOfTemplates(tx, { templates })
          : run.countToActivity(tx, { templates, activityUuid }),
      ),
    holders: async (key, after = "", limit) =>
      addressesOf(await rows(run.holders(tx, { key, after, limit }))),
    holdersAmong: async (key, addresses) =>
      addressesOf(await rows(run.holdersAmong(tx, { key, addresses }))),
    heldIn: async (key, addresses) =>
      addresses.length === 0
        ? []
        : rows((tx.mode === "write" ? run.holdIn : run.heldIn)(tx, { key, addresses })),
    countHolders: async (key) => (await first(run.countHolders(tx, { key })))?.people ?? 0,
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
