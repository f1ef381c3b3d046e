import type { Model } from "./model.ts"

/** A transaction that is given back, by the key under which it was asked for. */
export type Undoable =
  | {
      readonly verb: "reverse"
      readonly key: string
      readonly of: string
      readonly onInsufficient: "refuse" | "partial"
    }
  | { readonly verb: "refund"; readonly key: string; readonly of: string; readonly amount: number }

/**
 * One request to the ledger. Wallets are numbers: 0 issues, 1 is the treasury, the members' follow.
 */
export type Ask =
  | { readonly verb: "mint" | "burn"; readonly key: string; readonly amount: number }
  | {
      readonly verb: "transfer"
      readonly key: string
      readonly from: number
      readonly to: number
      readonly amount: number
    }
  | {
      readonly verb: "hold"
      readonly key: string
      readonly from: number
      readonly to: number
      readonly amount: number
      /** Milliseconds. */
      readonly expiresAt: number
    }
  | { readonly verb: "settle"; readonly key: string; readonly of: string; readonly amount: number }
  | {
      readonly verb: "release"
      readonly key: string
      readonly of: string
      readonly endsAs: "cancelled" | "failed"
    }
  | Undoable
  | { readonly verb: "rotate"; readonly key: string; readonly wallet: number }

/** Chance, as numbers: what they make of it depends on what is there when its turn comes. */
export interface Draw {
  /** 0 to 99: what is done. */
  readonly what: number
  readonly a: number
  readonly b: number
  readonly amount: number
}

/** For how long things are held: up to this. */
export const holdsMostMs = 600_000

/**
 * What a draw asks for, under `key` if it is something new. `known` are keys of transactions that
 * may be named.
 */
export const askOf = (
  { what, a, b, amount }: Draw,
  key: string,
  known: readonly string[],
  past: readonly Ask[],
  model: Model,
  now: number,
): Ask => {
  const wallet = (n: number): number => 1 + (n % (model.wallets.length - 2))
  const again = past[a % Math.max(1, past.length)]
  const of = known[a % Math.max(1, known.length)]
  const holds = known.filter((name) => model.transactions.get(name)?.effect === "pending")
  const hold = holds[a % Math.max(1, holds.length)]
  if (what < 8 && again !== undefined) return again
  if (what < 11 && again !== undefined && "amount" in again)
    return { ...again, amount: 1 + (again.amount % 60) }
  if (what < 15) return { verb: "rotate", key, wallet: wallet(a) }
  if (what < 24 && of !== undefined)
    return { verb: "reverse", key, of, onInsufficient: b % 2 === 0 ? "refuse" : "partial" }
  if (what < 33 && of !== undefined) return { verb: "refund", key, of, amount }
  if (what < 44 && hold !== undefined)
    return {
      verb: "settle",
      key,
      of: hold,
      amount: Math.min(amount, amount % 3 === 0 ? amount : heldBy(model, hold)),
    }
  if (what < 50 && hold !== undefined)
    return { verb: "release", key, of: hold, endsAs: b % 2 === 0 ? "cancelled" : "failed" }
  if (what < 64)
    return {
      verb: "hold",
      key,
      from: wallet(a),
      to: wallet(b),
      amount,
      expiresAt: now + 1 + ((a * 7919 + b * 104_729) % holdsMostMs),
    }
  if (what < 76) return { verb: "mint", key, amount }
  if (what < 81) return { verb: "burn", key, amount }
  return { verb: "transfer", key, from: wallet(a), to: wallet(b), amount }
}

const heldBy = (model: Model, key: string): number => model.transactions.get(key)?.amount ?? 0
