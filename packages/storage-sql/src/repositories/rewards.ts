import type { RewardTemplate, RewardTemplateRepository, TicketHoldingRepository, TicketsOf } from "@symbolon/core/storage"
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
  ofNone: statement<{ organizationUuid: string; name: string }>()((engine, p) => named(engine, p).where("activityUuid", "is", null)),
  ofActivity: statement<{ organizationUuid: string; name: string; activityUuid: string }>()((engine, p) =>
    named(engine, p).where("activityUuid", "=", p.activityUuid),
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

const ticketStatements = {
  find: statement<{ uid: string }>()(({ db }, p) => db.selectFrom("ticketHoldings").select(ticketFields).where("uid", "=", p.uid)),
  ofTemplate: valid("rewardTemplateUuid"),
  ofActivity: valid("activityUuid"),
  ofWallet: valid("walletAddress"),
}

export const tickets: Opens<TicketHoldingRepository> = (engine) => {
  const run = compiled(ticketStatements, engine)
  const listOf = (of: TicketsOf) => {
    if ("rewardTemplateUuid" in of) return { list: run.ofTemplate, key: of.rewardTemplateUuid }
    return "activityUuid" in of ? { list: run.ofActivity, key: of.activityUuid } : { list: run.ofWallet, key: of.walletAddress }
  }
  return (tx) => ({
    find: (uid) => first(run.find(tx, { uid })),
    listValid: (of, after = "", limit) => {
      const { list, key } = listOf(of)
      return rows(list(tx, { key, after, limit }))
    },
  })
}
