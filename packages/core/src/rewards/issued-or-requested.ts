import { step } from "../foundation/step.ts"
import { transact } from "../foundation/unit-of-work.ts"
import { type Issue, issueReward } from "./prepare-issue.ts"
import { prepareDelivery } from "./prepare-request.ts"
import { requestReward } from "./steps/requesting.ts"

/** Issues at once what the service has, and asks the webhook for what it has not. */
export const issuedOrRequested = step(function* (issue: Issue) {
  if (issue.template.content?.storageType !== "external") return yield* issueReward(issue)
  const delivery = yield* prepareDelivery(issue.to, issue.metadata)
  return yield* transact(function* (_tx, now) {
    return yield* requestReward(issue, delivery, now)
  })
})
