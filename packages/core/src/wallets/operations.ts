import { Effect } from "effect"
import type { Caller } from "../foundation/access/caller.ts"
import { permitHost } from "../foundation/access/permit.ts"
import * as endpoints from "../contract/endpoints/wallets.ts"
import { accessOf } from "../contract/endpoint.ts"
import { read, transact } from "../foundation/unit-of-work.ts"
import { detailsOf, type WalletDetails } from "./details.ts"
import { prepareKey } from "./prepare.ts"
import { openSystemWallet, walletFor, walletsOf } from "./steps.ts"
import type { NoInput, WalletInput } from "../foundation/kernel/inputs.ts"
import type { ListWalletsInput } from "./inputs.ts"
import type { Page } from "../foundation/kernel/page.ts"

/** One wallet: one's own, or a treasury by one's role. */
export const get = Effect.fnUntraced(function* (caller: Caller, input: WalletInput) {
  return yield* read(function* () {
    return yield* walletFor(caller, accessOf(endpoints.getWallet), input.wallet)
  })
})

/** The points a wallet holds. */
export const balance = Effect.fnUntraced(function* (caller: Caller, input: WalletInput) {
  return yield* read(function* () {
    return (yield* walletFor(caller, accessOf(endpoints.getWalletBalance), input.wallet)).balance
  })
})

/**
 * A user's wallets; for a token bound to an organization its treasury, where the caller's role
 * reads that, and the wallet there of the user it acts for.
 */
export const list = Effect.fnUntraced(function* (caller: Caller, input: ListWalletsInput) {
  return yield* read(function* () {
    return yield* walletsOf(caller, accessOf(endpoints.listWallets), input)
  })
})

/** The same with what {@link details} tells of each, four reads whatever their number. */
export const listWithDetails = Effect.fnUntraced(function* (
  caller: Caller,
  input: ListWalletsInput,
) {
  return yield* read(function* (_tx, now) {
    const found = yield* walletsOf(caller, accessOf(endpoints.listWallets), input)
    const details: Page<WalletDetails> = { ...found, items: yield* detailsOf(found.items, now) }
    return details
  })
})

/**
 * One wallet with what stands behind it: the organization that it is in, and the live membership of
 * its holder there.
 */
export const details = Effect.fnUntraced(function* (caller: Caller, input: WalletInput) {
  return yield* read(function* (_tx, now) {
    const wallet = yield* walletFor(caller, accessOf(endpoints.getWalletDetails), input.wallet)
    const [found] = yield* detailsOf([wallet], now)
    return found ?? { wallet, organization: undefined, membership: undefined }
  })
})

/** Makes the ledger's own wallet if there is none yet. For the host alone, when it starts. */
export const openSystem = Effect.fnUntraced(function* (caller: Caller, _input: NoInput) {
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
