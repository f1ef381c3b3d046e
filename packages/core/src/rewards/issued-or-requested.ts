import { Effect } from "effect"
import { transact } from "../foundation/unit-of-work.ts"
import { prepareKey } from "../wallets/prepare.ts"
import { walletOfUser } from "../wallets/steps.ts"
import { type Issue, issueReward } from "./prepare-issue.ts"
import { prepareDelivery } from "./prepare-request.ts"
import { requestReward } from "./steps/requesting.ts"
import type { Receiver } from "./steps/receivers.ts"

/** Issues at once what the service has, and asks the webhook for what it has not. */
export const issuedOrRequested = Effect.fnUntraced(function* (issue: Issue) {
  if (issue.template.content?.storageType !== "external") return yield* issueReward(issue)
  const delivery = yield* prepareDelivery(issue.metadata)
  return yield* transact(function* (_tx, now) {
    return yield* requestReward(issue, delivery, now)
  })
})

/**
 * The wallet that a receiver's reward goes into: a user's in the organization is made if it is not
 * there yet.
 */
export const openedWallet = Effect.fnUntraced(function* (
  { userUuid, to }: Pick<Receiver, "userUuid" | "to">,
  organizationUuid: string,
) {
  if (to !== undefined) return to
  const key = yield* prepareKey()
  return yield* transact(function* (_tx, now) {
    return yield* walletOfUser(userUuid ?? "", organizationUuid, key, now)
  })
})
