import type { Storage, Symbolon, SymbolonOptions } from "../../src/index.ts"
import type { TestClock } from "../../src/testing/index.ts"
import { makeClub, openWorld } from "../world.ts"
import type { Ask } from "./asks.ts"
import { portsOf } from "../../src/effect.ts"

/** A club whose ledger is played with. */
export interface Town {
  readonly symbolon: Symbolon
  readonly clock: TestClock
  readonly club: string
  /** Addresses: what issues, the treasury, the members', the system's. */
  readonly wallets: readonly string[]
  /** Ids of transactions, by the key under which each was asked for and answered. */
  readonly ids: Map<string, string>
}

export const unlimited = {
  ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null },
} as const

export const openTown = async (
  storage: Storage | undefined,
  members = 3,
  options: Partial<SymbolonOptions> = {},
): Promise<Town> => {
  const { symbolon, clock } = await openWorld(storage, { ...unlimited, ...options })
  const { club, people } = await makeClub(symbolon, members)
  const [issuance, treasury, system] = await portsOf(symbolon).storage.transact(
    "read",
    async (tx) => [
      await tx.wallets.ofOrganization(club.uuid, "issuance"),
      await tx.wallets.ofOrganization(club.uuid, "treasury"),
      await tx.wallets.ofOrganization(undefined, "system"),
    ],
  )
  const all = [
    issuance?.address,
    treasury?.address,
    ...people.map(({ wallet }) => wallet),
    system?.address,
  ]
  return {
    symbolon,
    clock,
    club: club.slug,
    wallets: all.map((address = "") => address),
    ids: new Map(),
  }
}

/**
 * What the ledger answers, in the words of the model. What is no refusal of the ledger's is thrown.
 */
export const perform = async (town: Town, ask: Ask): Promise<string> => {
  try {
    const { transaction } = await call(town, ask)
    const before = town.ids.get(ask.key)
    if (before !== undefined && before !== transaction.body.id)
      return `another transaction: ${transaction.body.id}, not ${before}`
    town.ids.set(ask.key, transaction.body.id)
    return "done"
  } catch (reason) {
    const refusal = wordsOf(reason)
    if (refusal === undefined) throw reason
    return refusal
  }
}

const call = ({ symbolon: { ledger }, club: organization, wallets, ids }: Town, ask: Ask) => {
  const address = (index: number): string => wallets[index] ?? ""
  const { key: idempotencyKey } = ask
  const of = (key: string) => ({ transaction: ids.get(key) ?? "unknown", idempotencyKey })
  switch (ask.verb) {
    case "mint":
    case "burn":
      return ledger[ask.verb]({ organization, amount: ask.amount, idempotencyKey })
    case "transfer":
      return ledger.transfer({
        wallet: address(ask.from),
        to: toWallet(address(ask.to)),
        amount: ask.amount,
        idempotencyKey,
      })
    case "hold": {
      const { amount, expiresAt } = ask
      const ends = { amount, expiresAt: new Date(expiresAt), idempotencyKey }
      return ledger.hold({ wallet: address(ask.from), to: toWallet(address(ask.to)), ...ends })
    }
    case "settle":
      return ledger.settleHold({ ...of(ask.of), amount: ask.amount })
    case "release":
      return ledger.releaseHold({ ...of(ask.of), endsAs: ask.endsAs })
    case "reverse":
      return ledger.reverse({ ...of(ask.of), onInsufficient: ask.onInsufficient })
    case "refund":
      return ledger.refund({ ...of(ask.of), amount: ask.amount })
    case "rotate":
      return ledger.rotateWalletKey({ wallet: address(ask.wallet), idempotencyKey })
  }
}

export const toWallet = (value: string) => ({ type: "wallet", value }) as const

/** A refusal of the ledger's; undefined for what went wrong otherwise. */
const wordsOf = (reason: unknown): string | undefined => {
  if (typeof reason !== "object" || reason === null || !("_tag" in reason)) return undefined
  const { _tag, ...more } = reason as {
    readonly _tag: string
    readonly available?: number
    readonly reason?: string
    readonly field?: string
  }
  if (_tag === "InsufficientBalance") return `${_tag} ${more.available}`
  if (_tag === "Conflict") return `${_tag} ${more.reason}`
  if (_tag === "BadRequest") return `${_tag} ${more.field}`
  return _tag === "IdempotencyConflict" || _tag === "NotFound" ? _tag : undefined
}
