import { expect } from "vitest"
import type { Storage } from "../../src/index.ts"
import { runJobs } from "../fixtures/memberships.ts"
import { openTestSessions } from "../fixtures/sessions.ts"
import { page } from "../fixtures/staffed-organization.ts"

const contentConfig = {
  storageType: "internal",
  contentTemplate: {
    data: {},
    items: [{ type: "coupon", code: "DRINK-1" }],
    content_version: "1",
  },
} as const

/** A club with triggers: people who come to sessions, rewards, and what fired. */
export const openTriggerWorld = async (storage: Storage) => {
  const world = await openTestSessions(storage)
  const { symbolon, club, clubUuid } = world
  let made = 0
  const reward = (change: object = {}) =>
    symbolon.rewards.create({
      organization: club,
      organizationUuid: clubUuid,
      name: `Reward ${(made += 1)}`,
      contentConfig,
      ...change,
    })
  const person = async () => {
    const username = `visitor-${(made += 1)}`
    const { user } = await symbolon.users.create({ username, firstName: username })
    return { user, identifier: { type: "user_id", value: user.uuid } as const }
  }
  /** A trigger, with the reward that it issues. */
  const trigger = async (triggerScopes: readonly string[], change: object = {}) => {
    const template = await reward()
    const set = await symbolon.rewardTriggers.create({
      organization: club,
      name: "Trigger",
      rewardTemplateUuid: template.uuid,
      triggerScopes,
      ...change,
    })
    return { template, uuid: set.uuid }
  }
  const firings = async ({ uuid }: { readonly uuid: string }) => {
    await runJobs(world)
    const { items } = await symbolon.rewardTriggers.listFirings({ triggerUuid: uuid, page })
    // Of those that fired at one moment, as they were written: people were made in their order.
    return items.toSorted((a, b) => (a.userUuid ?? "").localeCompare(b.userUuid ?? ""))
  }
  const outcomes = async (of: { readonly uuid: string }) =>
    (await firings(of)).map(({ outcome, userUuid }) => [outcome, userUuid])
  const open = (name: string) => world.make(name, 0, 100, { settings: { allowReentry: true } })
  const tap = async (
    session: { readonly uuid: string },
    { identifier }: Awaited<ReturnType<typeof person>>,
  ) => {
    const answer = await symbolon.sessions.admit({
      session: session.uuid,
      request: { identifier, idempotencyKey: `tap ${(made += 1)}` },
    })
    expect(answer.decision).toBe("admitted")
  }
  const deleteAll = async () => {
    await runJobs(world)
    const { items } = await symbolon.rewardTriggers.list({ organization: club, page })
    for (const { uuid } of items) await symbolon.rewardTriggers.delete({ triggerUuid: uuid })
    await runJobs(world)
  }
  const issuedOf = async (uuid: string) =>
    (await symbolon.rewards.listRedemptions({ reward: uuid, page })).items
  return {
    ...world,
    storage,
    reward,
    person,
    trigger,
    firings,
    outcomes,
    open,
    tap,
    issuedOf,
    deleteAll,
  }
}

/** What {@link openTriggerWorld} opens. */
export type TriggerWorld = Awaited<ReturnType<typeof openTriggerWorld>>
