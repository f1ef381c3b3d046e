import type {
  TriggerCount,
  Repositories,
  RewardTrigger,
  TriggerFiring,
} from "@symbolon/core/storage"
import { at, organization, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const stranger = 900_000

const trigger = (n: number): RewardTrigger => ({
  uuid: uuid(n),
  organizationUuid: organization.uuid,
  rewardTemplateUuid: uuid(n % 100),
  name: `Trigger ${n}`,
  description: undefined,
  isEnabled: true,
  scopes: [{ event: "session.attended", count: 10 }],
  rewardMetadata: {},
  deduplicationWindowSeconds: undefined,
  createdAt: at(n),
  updatedAt: undefined,
  deletedAt: undefined,
})

const firing = (n: number): TriggerFiring => ({
  uuid: uuid(n),
  key: `trigger:${n}`,
  triggerUuid: uuid(n % 100),
  organizationUuid: organization.uuid,
  rewardTemplateUuid: uuid(1),
  event: "session.attended",
  eventId: `event-${n % 1000}`,
  scope: "session.attended:count:10",
  userUuid: uuid(n),
  walletAddress: undefined,
  depth: 0,
  outcome: "pending",
  reason: undefined,
  transactionId: undefined,
  createdAt: at(n),
  endedAt: undefined,
})

const counted = (n: number): TriggerCount => ({
  events: [{ key: `event:${n}`, triggerUuid: uuid(n), subject: "user", notedAt: at(n) }],
  tallies: [{ key: `tally:${n}`, triggerUuid: uuid(n), subject: `user:${uuid(n)}`, count: n }],
  windows: [
    {
      key: `window:${n}`,
      triggerUuid: uuid(n),
      subject: `user:${uuid(n)}`,
      firingUuid: uuid(n),
      firedAt: at(n),
    },
  ],
  firings: [firing(n)],
})

/** Triggers with what they have counted. */
export const addTriggers = async (tx: Repositories, places: readonly number[]): Promise<void> => {
  for (const n of places) {
    await tx.rewardTriggers.add(trigger(n))
    await tx.rewardTriggers.listen(uuid(n), [{ key: `key:${n}`, triggerUuid: uuid(n), match: {} }])
    await tx.rewardTriggers.record(counted(n))
  }
}

const page = <SortBy extends string>(sortBy: SortBy) =>
  ({ page: 1, pageSize: 20, sortBy, sortOrder: "asc" }) as const

/** The verbs of reward triggers. */
export const triggerCalls: readonly VerbCall[] = [
  { name: "rewardTriggers.add", call: (tx) => tx.rewardTriggers.add(trigger(stranger)) },
  { name: "rewardTriggers.find", call: (tx) => tx.rewardTriggers.find(uuid(77)) },
  {
    name: "rewardTriggers.lockAll",
    call: (tx) => tx.rewardTriggers.lockAll([uuid(77), uuid(stranger)]),
  },
  { name: "rewardTriggers.change", call: (tx) => tx.rewardTriggers.change(trigger(77)) },
  {
    name: "rewardTriggers.listen",
    call: (tx) =>
      tx.rewardTriggers.listen(uuid(77), [{ key: "key", triggerUuid: uuid(77), match: {} }]),
  },
  {
    name: "rewardTriggers.listening",
    call: (tx) => tx.rewardTriggers.listening(["key:77", "key:none"]),
  },
  { name: "rewardTriggers.ofTemplate", call: (tx) => tx.rewardTriggers.ofTemplate(uuid(7)) },
  ...(["created_at", "name"] as const).map((sortBy) => ({
    name: `rewardTriggers.list by ${sortBy}`,
    call: (tx: Repositories) => tx.rewardTriggers.list(organization.uuid, page(sortBy)),
  })),
  { name: "rewardTriggers.count", call: (tx) => tx.rewardTriggers.count(organization.uuid) },
  { name: "rewardTriggers.events", call: (tx) => tx.rewardTriggers.events(["event:7"]) },
  { name: "rewardTriggers.tallies", call: (tx) => tx.rewardTriggers.tallies(["tally:7"]) },
  { name: "rewardTriggers.windows", call: (tx) => tx.rewardTriggers.windows(["window:7"]) },
  { name: "rewardTriggers.record", call: (tx) => tx.rewardTriggers.record(counted(stranger)) },
  { name: "rewardTriggers.firing", call: (tx) => tx.rewardTriggers.firing(uuid(77)) },
  {
    name: "rewardTriggers.firingsByKey",
    call: (tx) => tx.rewardTriggers.firingsByKey(["trigger:77"]),
  },
  {
    name: "rewardTriggers.firingsWith",
    call: (tx) => tx.rewardTriggers.firingsWith([uuid(77)], "event-77"),
  },
  {
    name: "rewardTriggers.firings",
    call: (tx) => tx.rewardTriggers.firings(uuid(77), page("created_at")),
  },
  { name: "rewardTriggers.settle", call: (tx) => tx.rewardTriggers.settle(firing(77)) },
  {
    name: "rewardTriggers.closeWindow",
    call: (tx) => tx.rewardTriggers.closeWindow("window:77", uuid(77)),
  },
  {
    name: "rewardTriggers.forget, of a trigger",
    call: (tx) => tx.rewardTriggers.forget({ triggerUuid: uuid(77) }, 100),
  },
  {
    name: "rewardTriggers.forget, of a user",
    call: (tx) =>
      tx.rewardTriggers.forget({ userUuid: uuid(77), subject: `user:${uuid(77)}` }, 100),
  },
]
