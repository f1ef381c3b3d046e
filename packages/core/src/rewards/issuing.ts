import { Conflict } from "../foundation/errors/refusals.ts"
import type { User } from "../accounts/user.ts"
import type { ActivityOfContent } from "../ledger/content/content.ts"
import type { Organization } from "../organizations/organization.ts"
import type { Wallet } from "../wallets/wallet.ts"
import type { RewardReceiver } from "./issued-reward.ts"
import type { SealedRewardContent } from "./reward-template-repository.ts"
import type { RewardTemplate } from "./reward-template.ts"

/** All that issuing a reward needs to know, read at one time. */
export interface Issuing {
  readonly template: RewardTemplate
  readonly organization: Organization
  readonly treasury: Wallet
  /** What the template issues; undefined for an external one, and for a ticket by a name alone. */
  readonly content: SealedRewardContent | undefined
  /** The activity that the template belongs to, while it is there. */
  readonly activity: ShownActivity | undefined
  /** The activity that its ticket admits to, if it is a ticket to one. */
  readonly ticketTo: string | undefined
}

/** What an issued content says of an activity, and its image. */
interface ShownActivity extends Omit<ActivityOfContent, "imageUrl"> {
  readonly imageFileUuid: string | undefined
}

/**
 * A user, and their membership in the organization that issues. Nothing for a wallet that does not
 * name its person to the organization: what it receives says nothing of them.
 */
export interface Standing extends Pick<RewardReceiver, "membership" | "tier"> {
  readonly user: User | undefined
}

/** The refusal of a second claim. */
export const claimed = new Conflict({
  reason: "already_issued",
  message: "You have claimed this reward already.",
})
