import { Result } from "effect"
import { isEnabled } from "../../accounts/user.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import { permitReceiver } from "../issued-reward.ts"
import type { Standing } from "../issuing.ts"
import type { RewardTemplate } from "../reward-template.ts"
import type { BatchReceiver } from "./reward-batch.ts"

/** A receiver, and all that says whether they get the reward. */
export interface KnownReceiver<Receiver extends BatchReceiver = BatchReceiver> {
  readonly receiver: Receiver
  readonly standing: Standing
  /** Where it goes; undefined for a wallet that is not made yet. */
  readonly to: Wallet | undefined
  /** Whether they have the reward, or wait for its content. */
  readonly hasIt: boolean
}

/** Why a receiver gets nothing, as a code; undefined when they get the reward. */
export const whySkipped = (
  template: Pick<RewardTemplate, "requiredEntitlement">,
  { receiver, standing, to, hasIt }: KnownReceiver,
  now: Date,
): string | undefined => {
  const { user } = standing
  // Without a user a wallet receives, until the account of its person is deleted.
  const isAvailable =
    receiver.userUuid === undefined
      ? to !== undefined && to.closedAt === undefined
      : user !== undefined && isEnabled(user)
  if (!isAvailable) return "account_unavailable"
  if (Result.isFailure(permitReceiver(template, standing, now))) return "membership_required"
  return hasIt ? "already_issued" : undefined
}
