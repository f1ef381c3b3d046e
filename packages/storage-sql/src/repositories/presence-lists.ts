import type { PresenceRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import { presenceColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"

const byPerson = "walletAddress"
const sorting = {
  columns: presenceColumns,
  by: { first_admitted_at: "firstAdmittedAt", recorded_at: "recordedAt", created_at: "recordedAt" },
  tie: byPerson,
}

/**
 * Presences of one session. `present` answers how many people are present there, which is kept:
 * only what few presences are, undone or disputed, is counted.
 */
export const listPresences = (
  engine: Engine,
  tx: Executor,
  of: Parameters<PresenceRepository["page"]>[0],
  page: Parameters<PresenceRepository["page"]>[1],
  present: () => Promise<number>,
): ReturnType<PresenceRepository["page"]> => {
  const query = presencesOf(engine, of)
  const total = async (): Promise<number> => {
    if (of.isUndone || of.isDisputed === true) return countOf(tx, query)
    const all = await present()
    if (of.isDisputed === undefined) return all
    return all - (await countOf(tx, presencesOf(engine, { ...of, isDisputed: true })))
  }
  return readPage(tx, query, page, sorting, total)
}

const presencesOf = (
  { db }: Engine,
  { sessionUuid, isUndone, isDisputed }: Parameters<PresenceRepository["page"]>[0],
) => {
  const isThere = (isExpected: boolean) => (isExpected ? "is not" : "is")
  const query = db
    .selectFrom("presences")
    .select(namesOf(presenceColumns))
    .where("sessionUuid", "=", sessionUuid)
    .where("undoneAt", isThere(isUndone), null)
  return isDisputed === undefined ? query : query.where("disputedReason", isThere(isDisputed), null)
}
