import { assets as endpoints } from "@symbolon/core/contract"
import { mapAnswer, assets } from "@symbolon/core/effect"
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
    mapAnswer(
      assets.list(caller, { assetType: input.asset_type, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeInstalledAsset),
    ),
  ),
  route(endpoints.listTemplateBackgrounds, (input, caller) =>
    mapAnswer(
      assets.listTemplateBackgrounds(caller, {
        profileUuid: input.profile_uuid,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeTemplateBackground),
    ),
  ),
  route(endpoints.install, (input, caller) =>
    mapAnswer(assets.install(caller, { transaction: input.transaction_id }), (installed) => ({
      items: installed.map(encodeInstalledAsset),
    })),
  ),
  route(endpoints.equip, (input, caller) =>
    mapAnswer(
      assets.equip(caller, {
        userAssetUuid: input.user_asset_uuid,
        profileUuid: input.profile_uuid,
        slot: input.slot,
      }),
      encodeEquipResult,
    ),
  ),
  route(endpoints.unequipCharacter, (input, caller) =>
    mapAnswer(
      assets.unequipCharacter(caller, { profileUuid: input.profile_uuid, slot: input.slot }),
      () => ({ message: `The slot ${input.slot} is empty.` }),
    ),
  ),
  route(endpoints.uninstall, (input, caller) =>
    mapAnswer(assets.uninstall(caller, { transaction: input.transaction_id }), ({ count }) => ({
      message: `Assets uninstalled: ${count}.`,
    })),
  ),
]
