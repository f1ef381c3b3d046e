import { Result } from "effect"
import { Conflict } from "../../foundation/errors/refusals.ts"

/**
 * How many of a reward template can be issued, and were. The ledger counts: a reward is issued in
 * the commit that counts it. At any time `redeemed + reserved <= total`.
 */
export interface Supply {
  /** The template. */
  readonly uuid: string
  readonly status: "draft" | "active" | "archived"
  /** Undefined for any number. */
  readonly supplyTotal: number | undefined
  /** How many were issued, less those that were returned. */
  readonly supplyRedeemed: number
  /** How many are set aside for deliveries under way. */
  readonly supplyReserved: number
}

/** How many can still be issued; undefined for any number. */
export const remainingOf = ({
  supplyTotal,
  supplyRedeemed,
  supplyReserved,
}: Omit<Supply, "uuid" | "status">): number | undefined =>
  supplyTotal === undefined ? undefined : supplyTotal - supplyRedeemed - supplyReserved

/**
 * The supply with one more issued. Refuses with `Conflict`: `archived` (a draft too), or
 * `supply_exhausted`.
 */
export const taken = (supply: Supply): Result.Result<Supply, Conflict> =>
  Result.map(open(supply), () => ({ ...supply, supplyRedeemed: supply.supplyRedeemed + 1 }))

/** The supply with one more set aside; refuses as {@link taken} does. */
export const setAside = (supply: Supply): Result.Result<Supply, Conflict> =>
  Result.map(open(supply), () => ({ ...supply, supplyReserved: supply.supplyReserved + 1 }))

/**
 * The supply when one that was set aside is issued, also once the template is archived. Refuses with
 * `Conflict` (`not_reserved`) where nothing is set aside.
 */
export const consumed = (supply: Supply): Result.Result<Supply, Conflict> =>
  Result.map(released(supply), (rest) => ({ ...rest, supplyRedeemed: rest.supplyRedeemed + 1 }))

/** The supply when one that was set aside is not issued; refuses as {@link consumed} does. */
export const released = (supply: Supply): Result.Result<Supply, Conflict> =>
  supply.supplyReserved < 1
    ? Result.fail(notReserved)
    : Result.succeed({ ...supply, supplyReserved: supply.supplyReserved - 1 })

/** The supply when one that was issued is taken back. */
export const returned = (supply: Supply): Supply => ({
  ...supply,
  supplyRedeemed: Math.max(0, supply.supplyRedeemed - 1),
})

const open = (supply: Supply): Result.Result<void, Conflict> => {
  if (supply.status !== "active") return Result.fail(notIssued)
  return remainingOf(supply) === 0 ? Result.fail(exhausted) : Result.void
}

const notIssued = new Conflict({
  reason: "archived",
  message: "The reward is not issued any more.",
})
const notReserved = new Conflict({
  reason: "not_reserved",
  message: "Nothing is set aside for this reward. Ask for it again under another key.",
})
const exhausted = new Conflict({
  reason: "supply_exhausted",
  message: "No more of this reward are left.",
})
