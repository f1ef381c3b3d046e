import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { consumedFor } from "../../src/ledger/supplies/reservation.ts"
import {
  released,
  returned,
  setAside,
  type Supply,
  taken,
} from "../../src/ledger/supplies/supply.ts"
import {
  holdsPlace,
  type RewardDeliveryStatus,
} from "../../src/rewards/deliveries/reward-delivery.ts"

/**
 * Where a worker is: it has read nothing, or is about to issue or to fail what it read, however long
 * ago. One that never goes on has crashed, so all crashes are among the states.
 */
type Worker = "idle" | "issues" | "fails"

interface Delivery {
  readonly status: RewardDeliveryStatus | "not asked"
  readonly isAnswered: boolean
  /** Transactions in the ledger. */
  readonly issued: number
  readonly isReversed: boolean
  readonly workers: readonly Worker[]
}

interface State {
  readonly supply: Pick<Supply, "status" | "supplyRedeemed" | "supplyReserved">
  readonly claim: "not made" | "made" | "reversed"
  readonly deliveries: readonly Delivery[]
}

const countOf = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length

/** Deliveries, and the workers of each, differ in nothing but their state: their order is no state. */
const keyOf = ({ supply, claim, deliveries }: State): string => {
  const all = deliveries.map((one) =>
    JSON.stringify({ ...one, workers: one.workers.toSorted((a, b) => a.localeCompare(b)) }),
  )
  return JSON.stringify([supply, claim, all.toSorted((a, b) => a.localeCompare(b))])
}

/** Everything that can happen next, each in one transaction, as storages lock it. */
const stepsFrom = (state: State, supplyTotal: number): readonly State[] => {
  const supply: Supply = { uuid: "s", supplyTotal, ...state.supply }
  const after = (
    result: Result.Result<Supply, unknown> | Supply,
    change: Partial<State>,
  ): readonly State[] => {
    const next = Result.isResult(result) ? result : Result.succeed(result)
    if (Result.isFailure(next)) return []
    const { status, supplyRedeemed, supplyReserved } = next.success
    return [{ ...state, ...change, supply: { status, supplyRedeemed, supplyReserved } }]
  }
  const { status } = supply
  return [
    ...after({ ...supply, status: status === "active" ? "archived" : "active" }, {}),
    ...(state.claim === "not made" ? after(taken(supply), { claim: "made" }) : []),
    ...(state.claim === "made" ? after(returned(supply), { claim: "reversed" }) : []),
    ...state.deliveries.flatMap((one, place) => {
      const withOne = (change: Partial<Delivery>) => ({
        deliveries: state.deliveries.with(place, { ...one, ...change }),
      })
      return [
        ...ofDelivery(one, supply).flatMap(([result, change]) => after(result, withOne(change))),
        ...one.workers.flatMap((worker, n) =>
          ofWorker(one, worker, supply).flatMap(([result, change, next]) =>
            after(result, withOne({ ...change, workers: one.workers.with(n, next) })),
          ),
        ),
      ]
    }),
  ]
}

type Outcome = readonly [Result.Result<Supply, unknown> | Supply, Partial<Delivery>]

/** Asking, the answer, the sweep of what nobody works at, and a reversal. */
const ofDelivery = (one: Delivery, supply: Supply): readonly Outcome[] => {
  if (one.status === "not asked") return [[setAside(supply), { status: "pending" }]]
  const isReversible = one.issued === 1 && !one.isReversed
  return [
    ...(one.status === "pending"
      ? ([
          [supply, { status: "processing", isAnswered: true }],
          [supply, { status: "processing", isAnswered: false }],
        ] as const)
      : []),
    ...(holdsPlace(one.status) ? ([[released(supply), { status: "failed" }]] as const) : []),
    ...(isReversible ? ([[returned(supply), { isReversed: true }]] as const) : []),
  ]
}

/** A worker reads the delivery, and issues or fails it later, whatever has become of it. */
const ofWorker = (
  one: Delivery,
  worker: Worker,
  supply: Supply,
): readonly (readonly [...Outcome, Worker])[] => {
  if (worker === "idle") {
    if (one.status !== "processing") return []
    const fails = [supply, {}, "fails"] as const
    return one.isAnswered ? [[supply, {}, "issues"], fails] : [fails]
  }
  const held = one.status !== "not asked" && holdsPlace(one.status)
  if (worker === "fails")
    return [held ? [released(supply), { status: "failed" }, "idle"] : [supply, {}, "idle"]]
  // The ledger remembers what it has issued for the delivery.
  if (one.issued > 0) return [[supply, {}, "idle"]]
  const consumed = consumedFor({ uuid: "r", isHeld: held }, supply)
  return Result.isFailure(consumed)
    ? [[supply, {}, "fails"]]
    : [[consumed, { status: "completed", issued: one.issued + 1 }, "idle"]]
}

const mustBeSound = (state: State, supplyTotal: number): void => {
  const { supply, claim, deliveries } = state
  const { supplyRedeemed: redeemed, supplyReserved: reserved } = supply
  const issued = countOf(deliveries, (one) => one.issued === 1 && !one.isReversed)
  const isSound =
    redeemed >= 0 &&
    redeemed + reserved <= supplyTotal &&
    reserved ===
      countOf(deliveries, ({ status }) => status !== "not asked" && holdsPlace(status)) &&
    redeemed === issued + (claim === "made" ? 1 : 0) &&
    deliveries.every((one) => one.issued === (one.status === "completed" ? 1 : 0))
  if (!isSound) throw new Error(`The supply of ${supplyTotal} is wrong: ${JSON.stringify(state)}`)
}

/** Visits every state that can be reached; answers how many there are, and what came about. */
const explore = (supplyTotal: number, deliveries: number, workers: number) => {
  const delivery: Delivery = {
    status: "not asked",
    isAnswered: false,
    issued: 0,
    isReversed: false,
    workers: Array.from({ length: workers }, () => "idle" as const),
  }
  const first: State = {
    supply: { status: "active", supplyRedeemed: 0, supplyReserved: 0 },
    claim: "not made",
    deliveries: Array.from({ length: deliveries }, () => delivery),
  }
  const seen = new Set([keyOf(first)])
  const waiting = [first]
  let most = 0
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    mustBeSound(state, supplyTotal)
    most = Math.max(
      most,
      countOf(state.deliveries, ({ issued }) => issued === 1),
    )
    for (const next of stepsFrom(state, supplyTotal)) {
      const key = keyOf(next)
      if (seen.has(key)) continue
      seen.add(key)
      waiting.push(next)
    }
  }
  return { states: seen.size, most }
}

describe("a supply of which several issue at once, and crash anywhere", () => {
  it.each([
    [1, 2, 2],
    [2, 2, 2],
    [1, 3, 2],
    [2, 3, 2],
  ])("of %i with %i deliveries and %i workers at each is sound in every state", (total, n, w) => {
    const { states, most } = explore(total, n, w)
    console.log(`${states} states`)
    expect(states).toBeGreaterThan(1_000)
    // A place that was returned by a reversal is used again.
    expect(most).toBe(n)
  })
})
