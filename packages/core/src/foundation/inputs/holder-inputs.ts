import * as contract from "../../contract/index.ts"
import { heldTo } from "./held-input.ts"
import { onBehalf, paged } from "./input-parts.ts"

/** What the inputs of operations for holders of rewards are held to. */
export const heldRewardInputs = {
  list: heldTo(contract.rewards.listRewards, { ...paged, ...onBehalf }),
  getByTransaction: heldTo(contract.rewards.getByTransaction, onBehalf),
  getItem: heldTo(contract.rewards.getItem, { ...onBehalf, names: { item: "file_id" } }),
}

/** What the inputs of operations about assets are held to. */
export const assetInputs = {
  list: heldTo(contract.assets.listAssets, { ...paged, ...onBehalf }),
  listTemplateBackgrounds: heldTo(contract.assets.listTemplateBackgrounds, {
    ...paged,
    ...onBehalf,
  }),
  install: heldTo(contract.assets.install, onBehalf),
  equip: heldTo(contract.assets.equip, onBehalf),
  unequipCharacter: heldTo(contract.assets.unequipCharacter, onBehalf),
  uninstall: heldTo(contract.assets.uninstall, onBehalf),
}
