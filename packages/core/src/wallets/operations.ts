import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { permitHost, permitToken } from "../access/permit.ts"
import * as endpoints from "../contract/endpoints/wallets.ts"
import { accessOf } from "../contract/endpoint.ts"
import { NotFound } from "../errors/refusals.ts"
import type { PageRequest } from "../kernel/page.ts"
import { authorise, organizationOf } from "../organizations/steps.ts"
import { read, transact } from "../unit-of-work.ts"
import { prepareKey } from "./prepare.ts"
import { openSystemWallet, walletFor } from "./steps.ts"

/** One wallet: one's own, or a treasury by one's role. */
export const find = Effect.fnUntraced(function* (caller: Caller, input: { readonly wallet: string }) {
  return yield* read(function* () {
    return yield* walletFor(caller, accessOf(endpoints.getWallet), input.wallet)
  })
})

/** The points a wallet holds. */
export const balance = Effect.fnUntraced(function* (caller: Caller, input: { readonly wallet: string }) {
  return yield* read(function* () {
    return (yield* walletFor(caller, accessOf(endpoints.getWalletBalance), input.wallet)).balance
  })
})

/** A user's wallets; for a token bound to an organization, its treasury. The host names whose. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly of?: { readonly userUuid: string } | { readonly treasuryOf: string } | undefined
    readonly page: PageRequest<"created_at">
  },
) {
  const access = accessOf(endpoints.listWallets)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* read(function* (tx) {
    if (caller.kind === "user") return yield* tx.wallets.list({ userUuid: caller.userUuid }, input.page)
    if (caller.kind === "host")
      return yield* input.of === undefined ? new NotFound({ what: "wallet" }) : tx.wallets.list(input.of, input.page)
    const organization = yield* organizationOf(caller.organizationUuid ?? "")
    yield* authorise(caller, access, organization)
    return yield* tx.wallets.list({ treasuryOf: organization.uuid }, input.page)
  })
})

/** Makes the ledger's own wallet if there is none yet. For the host alone, when it starts. */
export const openSystem = Effect.fnUntraced(function* (caller: Caller, _input: object) {
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
