import { step } from "../foundation/step.ts"
import { transact } from "../foundation/unit-of-work.ts"
import { prepareKey } from "./prepare.ts"
import { walletOfUser } from "./steps.ts"
import type { Wallet } from "./wallet.ts"

/**
 * The wallet in which somebody receives what an organization sends: `to` where that is known, else
 * the user's in the organization, which is made if it is not there yet.
 */
export const openedWallet = step(function* (
  { userUuid, to }: { readonly userUuid: string | undefined; readonly to: Wallet | undefined },
  organizationUuid: string,
) {
  if (to !== undefined) return to
  const key = yield* prepareKey()
  return yield* transact(function* (_tx, now) {
    return yield* walletOfUser(userUuid ?? "", organizationUuid, key, now)
  })
})
