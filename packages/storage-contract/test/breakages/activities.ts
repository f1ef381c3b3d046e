import type { Activity } from "@symbolon/core/storage"
import { type Breakage, later, verbs } from "./breakage.ts"

const changed = "activities: change writes all fields, of one that is there"
const deleted = "activities: a deleted one is answered by no verb, and keeps its slug"
const ofUser = "activities: a user's are those they are present at, or have a valid ticket to"
const ofAll =
  "activities: listed over all organizations but deleted ones, by what time they take place"
const unfinished =
  "sessions: the unfinished ones of an activity by uuid, locked, and changed all at once or not at all"
const counted =
  "tickets: the valid ones of templates and of an activity are counted by template, each once"

export const ofActivities: readonly Breakage[] = [
  verbs("a change of an activity leaves its door as it was", changed, () => (tx) => ({
    activities: {
      ...tx.activities,
      change: async (row) => {
        const before = await tx.activities.find(row.uuid)
        return tx.activities.change({
          ...row,
          allowReentry: before?.allowReentry ?? row.allowReentry,
        })
      },
    },
  })),
  verbs("a change never clears a field of an activity", changed, () => (tx) => ({
    activities: {
      ...tx.activities,
      change: async (row) => {
        const before = await tx.activities.find(row.uuid)
        return tx.activities.change({ ...row, cancelledAt: row.cancelledAt ?? before?.cancelledAt })
      },
    },
  })),
  verbs("change of an unknown activity is true", changed, () => (tx) => ({
    activities: {
      ...tx.activities,
      change: async (row) => (await tx.activities.change(row)) || true,
    },
  })),
  verbs("a deleted activity can still be locked", deleted, () => {
    const gone = new Map<string, Activity>()
    return (tx) => ({
      activities: {
        ...tx.activities,
        change: async (row) => {
          if (row.deletedAt !== undefined) gone.set(row.uuid, row)
          return tx.activities.change(row)
        },
        lock: async (uuid) => gone.get(uuid) ?? (await tx.activities.lock(uuid)),
      },
    })
  }),
  verbs("an activity is locked by its slug", deleted, () => (tx) => ({
    activities: { ...tx.activities, lock: (uuid) => tx.activities.find(uuid) },
  })),
  verbs("an activity that ends at the moment takes place after it", ofAll, () => (tx) => ({
    activities: {
      ...tx.activities,
      list: ({ from, ...of }, page) =>
        tx.activities.list({ ...of, from: from === undefined ? undefined : later(from, -1) }, page),
    },
  })),
  verbs("an activity that starts at the moment takes place before it", ofAll, () => (tx) => ({
    activities: {
      ...tx.activities,
      list: ({ to, ...of }, page) =>
        tx.activities.list({ ...of, to: to === undefined ? undefined : later(to, 1) }, page),
    },
  })),
  verbs("a user's activities are everybody's", ofUser, () => (tx) => ({
    activities: {
      ...tx.activities,
      list: ({ userUuid: _, ...of }, page) => tx.activities.list(of, page),
    },
  })),
  verbs("a session that ends at the moment is unfinished", unfinished, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      lockUnfinished: (uuid, at) => tx.sessions.lockUnfinished(uuid, later(at, -1)),
    },
  })),
  verbs("unfinished sessions come in the order of their ends", unfinished, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      lockUnfinished: async (uuid, at) =>
        (await tx.sessions.lockUnfinished(uuid, at)).toSorted(
          (a, b) => a.endTime.getTime() - b.endTime.getTime(),
        ),
    },
  })),
  verbs("of many changed sessions an unknown one is passed over", unfinished, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      changeAll: async (rows) => {
        for (const row of rows)
          if ((await tx.sessions.find(row.uuid)) !== undefined) await tx.sessions.changeAll([row])
      },
    },
  })),
  verbs("a ticket of a template to the activity counts twice", counted, () => (tx) => ({
    tickets: {
      ...tx.tickets,
      countValid: async ({ rewardTemplateUuids, activityUuid }) => {
        const ofTemplates = await tx.tickets.countValid({ rewardTemplateUuids })
        if (activityUuid === undefined) return ofTemplates
        const totals = new Map(ofTemplates.map((row) => [row.rewardTemplateUuid, row.total]))
        for (const { rewardTemplateUuid, total } of await tx.tickets.countValid({
          rewardTemplateUuids: [],
          activityUuid,
        }))
          totals.set(rewardTemplateUuid, (totals.get(rewardTemplateUuid) ?? 0) + total)
        return [...totals].map(([rewardTemplateUuid, total]) => ({ rewardTemplateUuid, total }))
      },
    },
  })),
  verbs("tickets to an activity do not count", counted, () => (tx) => ({
    tickets: {
      ...tx.tickets,
      countValid: ({ rewardTemplateUuids }) => tx.tickets.countValid({ rewardTemplateUuids }),
    },
  })),
]
