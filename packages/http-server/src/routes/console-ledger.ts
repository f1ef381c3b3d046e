import { consoleLedger as endpoints } from "@symbolon/core/contract"
import { points, transactions, wallets } from "@symbolon/core/effect"
import { route, type Route } from "../route.ts"
import { encodePosted } from "./posted.ts"

/** Routes of the ledger in the console. */
export const consoleLedgerRoutes: readonly Route[] = [
  route(endpoints.mint, (input, caller) => encodePosted(points.mint(caller, pointsOf(input)))),
  route(endpoints.burn, (input, caller) => encodePosted(points.burn(caller, pointsOf(input)))),
  route(endpoints.reverse, (input, caller) =>
    encodePosted(
      transactions.reverse(caller, {
        transaction: input.transaction_id,
        reason: input.reason,
        onInsufficient: input.on_insufficient,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
  route(endpoints.refund, (input, caller) =>
    encodePosted(
      transactions.refund(caller, {
        transaction: input.transaction_id,
        amount: input.amount,
        reason: input.reason,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
  route(endpoints.getAllowance, (input, caller) =>
    points.getAllowance(caller, { organization: input.organization_slug }),
  ),
  route(endpoints.setAllowance, (input, caller) =>
    points.setAllowance(caller, {
      organization: input.organization_slug,
      allowance: input.allowance,
    }),
  ),
  route(endpoints.rotateKey, (input, caller) =>
    encodePosted(
      wallets.rotateKey(caller, {
        wallet: input.wallet_address,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
]

const pointsOf = (input: {
  readonly organization_slug: string
  readonly amount: number
  readonly description: string
  readonly idempotency_key: string
}) => ({
  organization: input.organization_slug,
  amount: input.amount,
  description: input.description,
  idempotencyKey: input.idempotency_key,
})
