import type { RewardTrigger, TriggerFiring } from "../rewards/triggers/reward-trigger.ts"
import type { RewardTriggerRepository } from "../rewards/triggers/reward-trigger-repository.ts"
import { compare, pageOf, rowsOf } from "./page-of.ts"
import { place, type Table } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

const orders = { created_at: "createdAt", name: "name" } as const

type OfTriggers = "add" | "find" | "lockAll" | "change" | "ofTemplate" | "list" | "count"
type OfListeners = "listen" | "listening"
type OfFirings = "firing" | "firingsByKey" | "firingsWith" | "firings" | "settle"
type OfCounting = "events" | "tallies" | "windows" | "record" | "closeWindow"
type OfForgetting = "forget"

export const rewardTriggers = (tables: Tables): RewardTriggerRepository => ({
  ...triggers(tables),
  ...listeners(tables),
  ...counting(tables),
  ...firings(tables),
  ...forgetting(tables),
})

const triggers = (tables: Tables): Pick<RewardTriggerRepository, OfTriggers> => {
  const find = async (uuid: string): Promise<RewardTrigger | undefined> => {
    const trigger = tables.rewardTriggers.get(uuid)
    return trigger !== undefined && isThere(trigger) ? trigger : undefined
  }
  const there = () => tables.rewardTriggers.rows().filter(isThere)
  const ofOrganization = (wanted: string) =>
    there().filter(({ organizationUuid }) => organizationUuid === wanted)
  return {
    add: async (trigger) => addNew(tables.rewardTriggers, trigger, "reward trigger"),
    find,
    lockAll: async (uuids) => {
      const found = rowsOf(tables.rewardTriggers.get, uuids).filter(isThere)
      return found.toSorted((a, b) => compare(a.uuid, b.uuid))
    },
    change: async (trigger) => {
      if ((await find(trigger.uuid)) === undefined) return false
      tables.rewardTriggers.put(trigger)
      return true
    },
    ofTemplate: async (rewardTemplateUuid) =>
      there()
        .filter((trigger) => trigger.rewardTemplateUuid === rewardTemplateUuid && trigger.isEnabled)
        .toSorted((a, b) => compare(a.uuid, b.uuid)),
    list: async (organizationUuid, page) =>
      pageOf(
        ofOrganization(organizationUuid),
        page,
        (trigger) => trigger[orders[page.sortBy]],
        ({ uuid }) => uuid,
      ),
    count: async (organizationUuid) => ofOrganization(organizationUuid).length,
  }
}

const isThere = ({ deletedAt }: RewardTrigger): boolean => deletedAt === undefined

const listeners = (tables: Tables): Pick<RewardTriggerRepository, OfListeners> => ({
  listen: async (triggerUuid, to) => {
    for (const row of tables.triggerListeners.rows())
      if (row.triggerUuid === triggerUuid)
        tables.triggerListeners.delete(place(row.key, triggerUuid))
    for (const listener of to) addNew(tables.triggerListeners, listener, "listener")
  },
  listening: async (keys) => tables.triggerListeners.rows().filter(({ key }) => keys.includes(key)),
})

const counting = (tables: Tables): Pick<RewardTriggerRepository, OfCounting> => ({
  events: async (keys) => rowsOf(tables.triggerEvents.get, keys),
  tallies: async (keys) => rowsOf(tables.triggerTallies.get, keys),
  windows: async (keys) => rowsOf(tables.triggerWindows.get, keys),
  record: async ({ events, tallies, windows, firings: fired }) => {
    addAll(tables.triggerEvents, events, "event")
    for (const tally of tallies) tables.triggerTallies.put(tally)
    for (const window of windows) tables.triggerWindows.put(window)
    addAll(tables.triggerFirings, fired, "firing")
  },
  closeWindow: async (key, firingUuid) => {
    if (tables.triggerWindows.get(key)?.firingUuid === firingUuid) tables.triggerWindows.delete(key)
  },
})

const addAll = <Row>(table: Table<Row>, rows: readonly Row[], what: string): void => {
  for (const row of rows) addNew(table, row, what)
}

const firings = (tables: Tables): Pick<RewardTriggerRepository, OfFirings> => ({
  firing: async (uuid) => tables.triggerFirings.get(uuid),
  firingsByKey: async (keys) => rowsOf(tables.triggerFirings.at, keys),
  firingsWith: async (triggerUuids, eventId) =>
    tables.triggerFirings
      .rows()
      .filter((firing) => firing.eventId === eventId && triggerUuids.includes(firing.triggerUuid)),
  firings: async (triggerUuid, page) =>
    pageOf(
      tables.triggerFirings.rows().filter((firing) => firing.triggerUuid === triggerUuid),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    ),
  settle: async (firing) => {
    if (tables.triggerFirings.get(firing.uuid)?.outcome !== "pending") return false
    tables.triggerFirings.put(firing)
    return true
  },
})

const forgetting = (tables: Tables): Pick<RewardTriggerRepository, OfForgetting> => ({
  forget: async (gone, limit) => {
    const isGone = (row: { readonly triggerUuid: string; readonly subject: string }) =>
      "triggerUuid" in gone ? row.triggerUuid === gone.triggerUuid : row.subject === gone.subject
    const isGoneFiring = ({ triggerUuid, userUuid, outcome }: TriggerFiring) =>
      outcome !== "pending" &&
      ("triggerUuid" in gone ? triggerUuid === gone.triggerUuid : userUuid === gone.userUuid)
    let removed = 0
    for (const table of [tables.triggerEvents, tables.triggerTallies, tables.triggerWindows])
      for (const { key } of table.rows().filter(isGone).slice(0, limit)) {
        table.delete(key)
        removed += 1
      }
    for (const { uuid } of tables.triggerFirings.rows().filter(isGoneFiring).slice(0, limit)) {
      tables.triggerFirings.delete(uuid)
      removed += 1
    }
    return removed
  },
})
