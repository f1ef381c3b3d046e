import { assets as endpoints } from "@symbolon/core/contract"
import { assets } from "@symbolon/core/effect"
import { Effect } from "effect"
import {
  encodeEquipResult,
  encodeInstalledAsset,
  encodeTemplateBackground,
} from "../encode/asset.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** Assets of rewards. */
export const assetRoutes: readonly Route[] = [
  route(endpoints.listAssets, (input, caller) =>
    Effect.map(
      assets.list(caller, { assetType: input.asset_type, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeInstalledAsset),
    ),
  ),
  route(endpoints.listTemplateBackgrounds, (input, caller) =>
    Effect.map(
      assets.listTemplateBackgrounds(caller, {
        profileUuid: input.profile_uuid,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeTemplateBackground),
    ),
  ),
  route(endpoints.install, (input, caller) =>
    Effect.map(assets.install(caller, { transaction: input.transaction_id }), (installed) => ({
      items: installed.map(encodeInstalledAsset),
    })),
  ),
  route(endpoints.equip, (input, caller) =>
    Effect.map(
      assets.equip(caller, {
        userAssetUuid: input.user_asset_uuid,
        profileUuid: input.profile_uuid,
        slot: input.slot,
      }),
      encodeEquipResult,
    ),
  ),
  route(endpoints.unequipCharacter, (input, caller) =>
    Effect.map(
      assets.unequipCharacter(caller, { profileUuid: input.profile_uuid, slot: input.slot }),
      () => ({ message: `The slot ${input.slot} is empty.` }),
    ),
  ),
  route(endpoints.uninstall, (input, caller) =>
    Effect.map(assets.uninstall(caller, { transaction: input.transaction_id }), ({ count }) => ({
      message: `Assets uninstalled: ${count}.`,
    })),
  ),
]
