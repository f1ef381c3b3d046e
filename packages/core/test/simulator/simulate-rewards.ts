import assert from "node:assert/strict"
import type { OutgoingResult } from "../../src/foundation/ports/outgoing-http.ts"
import type { Storage, Symbolon } from "../../src/index.ts"
import { verifyLedger } from "../../src/ledger/index.ts"
import { testClock } from "../../src/testing/index.ts"
import { type Chance, chanceOf } from "../fixtures/chance.ts"
import { unlimited } from "../fixtures/ledger.ts"
import { page } from "../fixtures/staffed-organization.ts"
import { addWebhook, answer, failure, testReceivers } from "../fixtures/webhooks.ts"
import { createTestOrganization, openTestSymbolon, start } from "../fixtures/world.ts"
import { failingStorage } from "./failing-storage.ts"
import { copyServiceKeys } from "./service-keys.ts"
import {
  drawFault,
  openLog,
  reasonOf,
  SimulationFailed,
  type SimulationOptions,
  steadyOf,
} from "./simulate.ts"

/** What a run saw, so that one can tell whether it saw anything. */
export interface SimulatedRewards {
  readonly asked: number
  /** Rewards that the ledger issued, also those that were reversed. */
  readonly issued: number
  readonly completed: number
  readonly failed: number
  readonly reversed: number
  readonly deaths: number
}

const dayMs = 86_400_000
const people = 3
const supplyTotal = 3

/**
 * Plays the rewards of a club on a failing store, all of it decided by one seed: external and
 * internal ones are claimed, redeemed, archived and reversed by two processes that die, and a webhook
 * answers well, badly or not at all. A supply is never exceeded. In the end each delivery has been
 * completed with one transaction of the ledger or has failed, nothing is set aside, and the supplies
 * say what the ledger says.
 */
export const simulateRewards = async ({
  seed,
  disk,
  steps = 12,
  note,
}: SimulationOptions): Promise<SimulatedRewards> => {
  const log = openLog(note)
  const inner = await disk.open()
  try {
    const world = await openWorld(seed, inner, log.note)
    for (let step = 0; step < steps; step += 1) await world.step()
    return await world.inspect()
  } catch (cause) {
    throw new SimulationFailed(
      `SIM_SEED=${seed}: ${reasonOf(cause)}\nThe last that happened:\n${log.lines.slice(-40).join("\n")}`,
      { cause },
    )
  } finally {
    await disk.shut(inner)
  }
}

const drawAnswer = (chance: Chance, n: number): OutgoingResult => {
  const drawn = chance.below(100)
  if (drawn < 10) return answer(200, '{"content"')
  if (drawn < 20) return answer(410)
  if (drawn < 35) return answer(500)
  if (drawn < 45) return failure("timeout")
  const items = [{ type: "coupon", code: `ANSWER-${n}` }]
  return answer(200, JSON.stringify({ content: { data: {}, items, content_version: "1" } }))
}

/** A club with an external reward and one of its own. */
const openClub = async (symbolon: Symbolon) => {
  const { club } = await createTestOrganization(symbolon, people)
  await symbolon.points.mint({ organization: club.slug, amount: 25, idempotencyKey: "mint" })
  const { uuid: externalWebhookUuid } = await addWebhook(symbolon, club.uuid, {
    events: ["activity.deleted"],
  })
  const make = async (name: string, contentConfig: object) => {
    const made = await symbolon.rewards.create({
      organization: club.slug,
      organizationUuid: club.uuid,
      name,
      supplyTotal,
      contentConfig: contentConfig as never,
    })
    await symbolon.rewards.update({ reward: made.uuid, points: 3 })
    return made.uuid
  }
  const contentTemplate = {
    data: {},
    items: [{ type: "coupon", code: "OURS" }],
    content_version: "1",
  }
  return [
    await make("Poem", { storageType: "external", externalWebhookUuid }),
    await make("Drink", { storageType: "internal", contentTemplate }),
  ] as const
}

const openWorld = async (seed: number, inner: Storage, note: (line: string) => void) => {
  const chance = chanceOf(seed)
  const clock = testClock(start)
  let isCalm = true
  const counts = { asked: 0, deaths: 0 }
  const { outgoingHttp, received } = testReceivers(() => drawAnswer(chance, received.length))
  await copyServiceKeys(inner)
  const options = { outgoingHttp, testClock: clock, ...steadyOf(seed, clock), ...unlimited }
  const begin = async (name: string) => {
    const storage = failingStorage(inner, () => (isCalm ? "none" : drawFault(chance)))
    return { name, storage, ...(await openTestSymbolon(storage, options)) }
  }
  type Process = Awaited<ReturnType<typeof begin>>
  const processes = [await begin("first"), await begin("second")]
  const calm = (await openTestSymbolon(inner, options)).symbolon
  const rewards = await openClub(calm)
  const oneOf = <T>(all: readonly T[]): T => all[chance.below(all.length)] as T

  const tried = (what: string, does: Promise<unknown>): Promise<void> =>
    does.then(
      () => note(`${what}: done`),
      (reason: unknown) => note(`${what}: ${reasonOf(reason)}`),
    )
  const ask = async ({ name, symbolon }: Process): Promise<void> => {
    const [reward, username] = [oneOf(rewards), `member-${1 + chance.below(people)}`]
    // Now and then under a key that was used: what came of it is not known.
    const idempotencyKey = `key-${chance.happens(200) ? chance.below(counts.asked + 1) : counts.asked}`
    counts.asked += 1
    const what = `${name}: ${username} asks for ${reward} under ${idempotencyKey}`
    if (chance.happens(500)) {
      const { uuid: userUuid } = await calm.users.find({ user: username })
      await tried(`${what} (claim)`, symbolon.rewards.claim({ reward, userUuid, idempotencyKey }))
    } else {
      const identifier = { type: "username", value: username } as const
      await tried(what, symbolon.rewards.redeem({ reward, identifier, idempotencyKey }))
    }
  }
  const issuedOf = async (reward: string) =>
    (await calm.rewards.listRedemptions({ reward, page })).items
  const reverse = async ({ name, symbolon }: Process): Promise<void> => {
    const items = await issuedOf(oneOf(rewards))
    if (items.length === 0) return
    const { transactionId: transaction } = oneOf(items)
    const idempotencyKey = `back-${transaction}`
    await tried(
      `${name}: ${transaction} is reversed`,
      symbolon.transactions.reverse({ transaction, idempotencyKey }),
    )
  }
  const archive = async ({ name, symbolon }: Process): Promise<void> => {
    const reward = oneOf(rewards)
    await tried(`${name}: ${reward} is archived`, symbolon.rewards.delete({ reward }))
    if (chance.happens(800))
      await tried(`${name}: ${reward} is restored`, symbolon.rewards.restore({ reward }))
  }
  const work = async ({ name, symbolon }: Process): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await tried(`${name} works`, symbolon.work.runDue())
  }
  const troubled = async (does: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(does)
    isCalm = true
    for (const [place, { name, storage }] of processes.entries())
      if (storage.isDead()) {
        counts.deaths += 1
        note(`the ${name} died`)
        processes[place] = await begin(name)
      }
  }

  return {
    step: async (): Promise<void> => {
      const drawn = chance.below(100)
      const doing =
        drawn < 45
          ? [ask, ask]
          : drawn < 55
            ? [reverse, ask]
            : drawn < 60
              ? [archive, ask]
              : undefined
      const ms = doing === undefined && chance.happens(600) ? chance.below(130_000) : 0
      clock.set(new Date(clock.now().getTime() + ms))
      isCalm = false
      await troubled((doing ?? [work, work]).map((does, n) => does(processes[n] as Process)))
      for (const reward of rewards) await mustBeWithin(inner, reward)
    },
    inspect: async (): Promise<SimulatedRewards> => {
      await calm.testClock?.moveTo(new Date(clock.now().getTime() + 2 * dayMs))
      const issued = await Promise.all(rewards.map(issuedOf))
      const reversed = issued.flat().filter(({ status }) => status === "reversed").length
      for (const [n, reward] of rewards.entries()) {
        const counted = (issued[n] ?? []).filter(({ status }) => status !== "reversed").length
        assert.deepEqual(await mustBeWithin(inner, reward), [counted, 0], `the supply of ${reward}`)
      }
      const ended = await endedDeliveries(inner, new Set(received.map(({ id }) => id)))
      assert.deepEqual(
        ended.completed.toSorted(),
        (issued[0] ?? []).map(({ transactionId }) => transactionId).toSorted(),
        "what was completed is what the ledger has issued",
      )
      const { verdict, firstError } = await verifyLedger(calm.exportLedger())
      assert.equal(verdict, "verified", firstError?.code)
      const { completed, failed } = ended
      const { asked, deaths } = counts
      return {
        asked,
        issued: issued.flat().length,
        completed: completed.length,
        failed,
        reversed,
        deaths,
      }
    },
  }
}

/** What is issued and set aside of a supply, which is within it. */
const mustBeWithin = async (inner: Storage, reward: string): Promise<readonly number[]> => {
  const { supplyRedeemed = -1, supplyReserved = -1 } =
    (await inner.transact("read", (tx) => tx.rewardTemplates.find(reward))) ?? {}
  const isWithin =
    Math.min(supplyRedeemed, supplyReserved) >= 0 && supplyRedeemed + supplyReserved <= supplyTotal
  assert.ok(isWithin, `the supply of ${reward}: ${supplyRedeemed} and ${supplyReserved}`)
  return [supplyRedeemed, supplyReserved]
}

/** The transactions of the deliveries that were completed, and how many failed; no other is left. */
const endedDeliveries = async (inner: Storage, uuids: ReadonlySet<string>) =>
  inner.transact("read", async (tx) => {
    const late = new Date("9999-01-01T00:00:00.000Z")
    assert.deepEqual(await tx.rewardDeliveries.open(late, undefined, 10), [], "none is open")
    const completed: string[] = []
    let failed = 0
    for (const uuid of uuids) {
      const row = await tx.rewardDeliveries.find(uuid)
      assert.ok(row !== undefined, `${uuid} was sent, and never asked for`)
      if (row.status === "completed") completed.push(row.transactionId ?? "")
      else failed += 1
    }
    return { completed, failed }
  })
