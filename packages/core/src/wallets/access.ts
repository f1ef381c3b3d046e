import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { type Access, permitToken } from "../access/permit.ts"
import { NotFound } from "../errors/refusals.ts"
import { authorise, organizationOf } from "../organizations/steps.ts"
import { Ports, Tx } from "../unit-of-work.ts"
import { addressIn } from "./address.ts"
import type { Wallet } from "./wallet.ts"

/** Whether the wallet is the caller's own: a user's, or, for an org-scoped token, the user's in that organization. */
const isOwn = (caller: Caller, wallet: Wallet): boolean => {
  if (wallet.kind !== "user" || wallet.userUuid === undefined) return false
  if (caller.kind === "user") return wallet.userUuid === caller.userUuid
  return caller.kind === "organization" && wallet.userUuid === caller.userUuid && wallet.organizationUuid === caller.organizationUuid
}

/** The wallet of an address, for a caller who may do this with it: one's own, or an organization's treasury by one's role; else undefined. */
export const visibleWallet = Effect.fnUntraced(function* (caller: Caller, access: Access, text: string) {
  yield* Effect.fromResult(permitToken(access, caller))
  const tx = yield* Tx
  const { settings } = yield* Ports
  const address = addressIn(text, settings.network)
  const wallet = address === undefined ? undefined : yield* tx.wallets.find(address)
  if (wallet === undefined || caller.kind === "host" || isOwn(caller, wallet)) return wallet
  const isBoundHere = caller.kind !== "user" && caller.organizationUuid === wallet.organizationUuid
  if (wallet.kind !== "treasury" || wallet.organizationUuid === undefined || !isBoundHere) return undefined
  yield* authorise(caller, access, yield* organizationOf(wallet.organizationUuid))
  return wallet
})

/** The same for a path parameter: what the caller may not see reads as absent. */
export const walletFor = Effect.fnUntraced(function* (caller: Caller, access: Access, text: string) {
  return (yield* visibleWallet(caller, access, text)) ?? (yield* new NotFound({ what: "wallet" }))
})
