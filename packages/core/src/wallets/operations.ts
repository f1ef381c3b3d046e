import { Effect } from "effect"
import type { Caller } from "../foundation/access/caller.ts"
import { permitHost } from "../foundation/access/permit.ts"
import * as endpoints from "../contract/endpoints/wallets.ts"
import { accessOf } from "../contract/endpoint.ts"
import { step } from "../foundation/step.ts"
import { listing } from "../foundation/listing.ts"
import { read, sharedRead, transact } from "../foundation/unit-of-work.ts"
import { detailsOf, type WalletDetails } from "./details.ts"
import { prepareKey } from "./prepare.ts"
import { openSystemWallet, walletFor, walletsOf } from "./steps.ts"
import type { NoInput, WalletInput } from "../foundation/kernel/inputs.ts"
import type { ListWalletsInput } from "./inputs.ts"
import type { Page } from "../foundation/kernel/page.ts"

/** Returns a wallet: the caller's own, or a treasury that the caller's role may read. */
export const get = step(function* (caller: Caller, input: WalletInput) {
  return yield* sharedRead(function* () {
    return yield* walletFor(caller, accessOf(endpoints.getWallet), input.wallet)
  })
})

/** Returns the balance of a wallet in points. */
export const balance = step(function* (caller: Caller, input: WalletInput) {
  return yield* sharedRead(function* () {
    return (yield* walletFor(caller, accessOf(endpoints.balance), input.wallet)).balance
  })
})

/**
 * Lists a user's wallets. For an org-scoped token: the organization's treasury, if the caller's
 * role may read it, and the wallet there of the user it acts for.
 */
export const list = listing(function* (caller: Caller, input: ListWalletsInput) {
  return yield* read(function* () {
    return yield* walletsOf(caller, accessOf(endpoints.listWallets), input)
  })
})

/** Lists wallets with balance, organization and membership. */
export const listWithDetails = listing(function* (caller: Caller, input: ListWalletsInput) {
  return yield* read(function* (_tx, now) {
    const found = yield* walletsOf(caller, accessOf(endpoints.listWallets), input)
    const details: Page<WalletDetails> = { ...found, items: yield* detailsOf(found.items, now) }
    return details
  })
})

/**
 * Returns a wallet with its balance, its organization and the live membership of its holder there.
 */
export const details = step(function* (caller: Caller, input: WalletInput) {
  return yield* sharedRead(function* (_tx, now) {
    const wallet = yield* walletFor(caller, accessOf(endpoints.details), input.wallet)
    const [found] = yield* detailsOf([wallet], now)
    return found ?? { wallet, organization: undefined, membership: undefined }
  })
})

/** Creates the ledger's own wallet if there is none yet. For the host alone, at the start. */
export const openSystem = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitHost(caller))
  const known = yield* read(function* (tx) {
    return yield* tx.wallets.ofOrganization(undefined, "system")
  })
  if (known !== undefined) return
  const key = yield* prepareKey()
  yield* transact(function* (_tx, now) {
    yield* openSystemWallet(key, now)
  })
})
