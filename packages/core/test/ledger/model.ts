import type { Ask, Undoable } from "./asks.ts"

/** A wallet as the model knows it: no keys, no hashes, no addresses. */
export interface ModelWallet {
  balance: number
  held: number
  sequence: number
}

export interface ModelTransaction {
  readonly effect: "posted" | "pending" | "post" | "void"
  readonly type: string
  readonly from: number
  readonly to: number
  readonly amount: number
  readonly expiresAt: number | undefined
  status: string
  moved: number
  refunded: number
}

/**
 * What the ledger is to do, in the fewest words: numbers in a few wallets. Wallet 0 issues, 1 is
 * the treasury, the last is the system's.
 */
export interface Model {
  readonly wallets: ModelWallet[]
  /** By the key under which each was asked for, in order. */
  readonly transactions: Map<string, ModelTransaction>
  /** What each key was asked for, and was answered. */
  readonly outcomes: Map<string, { readonly ask: string; readonly answer: string }>
}

export const openModel = (members: number): Model => ({
  wallets: Array.from({ length: members + 3 }, () => ({ balance: 0, held: 0, sequence: 0 })),
  transactions: new Map(),
  outcomes: new Map(),
})

/** What the ledger must answer, which it then has done. */
export const expectAnswer = (model: Model, ask: Ask, now: number): string => {
  const known = model.outcomes.get(ask.key)
  if (known !== undefined)
    return known.ask === JSON.stringify(ask) ? known.answer : "IdempotencyConflict"
  const answer = judge(model, ask, now)
  if (!answer.startsWith("BadRequest"))
    model.outcomes.set(ask.key, { ask: JSON.stringify(ask), answer })
  return answer
}

/** Ends what ended by `now` and was not settled. */
export const expire = (model: Model, now: number): void => {
  for (const [key, { status, expiresAt = Number.POSITIVE_INFINITY }] of model.transactions)
    if (status === "pending" && expiresAt <= now) endHold(model, key)
}

/** Ends a hold that ran out. */
export const endHold = (model: Model, key: string): string =>
  settle(model, `expired:${key}`, key, "void", 0, "failed", 0)

const judge = (model: Model, ask: Ask, now: number): string => {
  switch (ask.verb) {
    case "mint":
      return enter(model, ask.key, { type: "mint", from: 0, to: 1, amount: ask.amount })
    case "burn":
      return enter(model, ask.key, { type: "burn", from: 1, to: 0, amount: ask.amount })
    case "transfer":
      return ask.from === ask.to
        ? "BadRequest to"
        : enter(model, ask.key, { ...ask, type: "transfer" })
    case "hold":
      if (ask.expiresAt <= now) return "BadRequest expires_at"
      return ask.from === ask.to
        ? "BadRequest to"
        : enter(model, ask.key, { ...ask, type: "transfer", effect: "pending" })
    case "rotate":
      return enter(model, ask.key, {
        type: "key_rotation",
        from: ask.wallet,
        to: model.wallets.length - 1,
        amount: 0,
      })
    case "settle":
      return settle(model, ask.key, ask.of, "post", ask.amount, "confirmed", now)
    case "release":
      return settle(model, ask.key, ask.of, "void", 0, ask.endsAs, now)
    case "reverse":
    case "refund":
      return undo(model, ask)
  }
}

type Entry = Pick<ModelTransaction, "type" | "from" | "to" | "amount"> & Partial<ModelTransaction>

const enter = ({ wallets, transactions }: Model, key: string, entry: Entry, held = 0): string => {
  const { type, from, to, amount, effect = "posted", expiresAt } = entry
  const [sender, receiver] = [walletAt(wallets, from), walletAt(wallets, to)]
  const available = sender.balance - sender.held + held
  if (effect !== "void" && from !== 0 && amount > available)
    return `InsufficientBalance ${available}`
  if (effect === "posted" && !Number.isSafeInteger(sender.balance - amount))
    return "BadRequest amount"
  if (effect === "posted" && !Number.isSafeInteger(receiver.balance + amount))
    return "BadRequest amount"
  const moved = effect === "posted" || effect === "post" ? amount : 0
  sender.balance -= moved
  receiver.balance += moved
  sender.held += (effect === "pending" ? amount : 0) - held
  sender.sequence += 1
  receiver.sequence += 1
  const status = effect === "pending" ? "pending" : "confirmed"
  transactions.set(key, { effect, type, from, to, amount, expiresAt, status, moved, refunded: 0 })
  return "done"
}

const settle = (
  model: Model,
  key: string,
  of: string,
  effect: "post" | "void",
  amount: number,
  endsAs: string,
  now: number,
): string => {
  const hold = transactionAt(model, of)
  if (hold.effect !== "pending") return "NotFound"
  if (hold.status !== "pending") return "Conflict already_settled"
  if (amount > hold.amount) return "Conflict exceeds_original"
  if (effect === "post" && (hold.expiresAt ?? 0) <= now) return "Conflict hold_expired"
  const answer = enter(
    model,
    key,
    { type: hold.type, from: hold.from, to: hold.to, amount, effect },
    hold.amount,
  )
  hold.status = endsAs
  if (effect === "post") hold.moved = amount
  return answer
}

const undo = (model: Model, ask: Undoable): string => {
  const original = transactionAt(model, ask.of)
  const { effect, type, from, to, status, moved, refunded } = original
  const giver = walletAt(model.wallets, to)
  const left = moved - refunded
  const most =
    ask.verb === "reverse" && ask.onInsufficient === "partial" && to !== 0
      ? giver.balance - giver.held
      : left
  const amount = ask.verb === "refund" ? ask.amount : Math.min(left, most)
  if (
    (effect !== "posted" && effect !== "pending") ||
    ["reversal", "refund", "key_rotation"].includes(type)
  )
    return "Conflict not_reversible"
  if (status === "reversed") return "Conflict already_settled"
  if (status !== "confirmed") return "Conflict not_reversible"
  if (amount > left) return "Conflict exceeds_original"
  const answer = enter(model, ask.key, {
    type: ask.verb === "refund" ? "refund" : "reversal",
    from: to,
    to: from,
    amount,
  })
  if (answer !== "done") return answer
  if (ask.verb === "refund") original.refunded += amount
  else original.status = "reversed"
  return answer
}

const walletAt = (wallets: readonly ModelWallet[], index: number): ModelWallet => {
  const wallet = wallets[index]
  if (wallet === undefined) throw new Error(`The model has no wallet ${index}.`)
  return wallet
}

const transactionAt = (model: Model, key: string): ModelTransaction => {
  const found = model.transactions.get(key)
  if (found === undefined) throw new Error(`The model knows no transaction ${key}.`)
  return found
}
