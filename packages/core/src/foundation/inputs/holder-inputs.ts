import * as contract from "../../contract/index.ts"
import { heldTo } from "./held-input.ts"
import { onBehalf, paged } from "./input-parts.ts"

/** What the inputs of operations for holders of rewards are held to. */
export const heldRewardInputs = {
  list: heldTo(contract.rewards.listRewards, { ...paged, ...onBehalf }),
  getByTransaction: heldTo(contract.rewards.getByTransaction, onBehalf),
  getItem: heldTo(contract.rewards.getItem, { ...onBehalf, names: { item: "file_id" } }),
}
