import * as z from "zod"
import { uuid } from "../../contract/endpoint.ts"
import * as contract from "../../contract/index.ts"
import { heldRewardInputs } from "./holder-inputs.ts"
import { onBehalf, paged } from "./input-parts.ts"
import { heldTo, ownInput } from "./held-input.ts"

const contentConfig = {
  nested: { contentConfig: {} },
  verbatim: ["contentTemplate", "generatorParams"],
}
const ofWallet = { names: { wallet: "wallet_address" } }
const metadata = { verbatim: ["metadata"] }

/** What the inputs about rewards are held to, where they differ from their endpoints. */
export const rewardInputs = {
  rewards: {
    claim: heldTo(contract.rewardIssues.claim, { ...onBehalf, ...ofWallet, ...metadata }),
    ...heldRewardInputs,
    create: heldTo(contract.rewards.createReward, contentConfig),
    issueFired: ownInput(z.strictObject({ firingUuid: uuid() })),
    listFiles: heldTo(contract.files.listRewardFiles, paged),
    listForActivity: heldTo(contract.rewards.listForActivity, paged),
    listForOrganization: heldTo(contract.rewards.listForOrganization, paged),
    listRedemptions: heldTo(contract.rewardIssues.listRedemptions, paged),
    propagate: heldTo(contract.rewardIssues.propagate, { ...metadata, nested: { audience: {} } }),
    redeem: heldTo(contract.rewardIssues.redeem, metadata),
    update: heldTo(contract.rewards.updateReward, contentConfig),
  },
}
