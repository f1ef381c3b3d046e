import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, listQuery, page, reference } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import {
  assetType,
  characterSlot,
  EquipResult,
  equipSlot,
  InstalledAsset,
  TemplateBackground,
} from "../resources/asset.ts"
import { Message } from "../resources/message.ts"

export const listAssets = endpoint({
  name: "assets.list",
  base: "api",
  method: "GET",
  path: "/assets",
  summary: "Lists the caller's installed assets, without revoked ones.",
  access: reads("asset:read", "U"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]).extend({ asset_type: assetType.optional() }),
  response: page(InstalledAsset),
  errors: [],
})

export const listTemplateBackgrounds = endpoint({
  name: "assets.listTemplateBackgrounds",
  base: "api",
  method: "GET",
  path: "/assets/template-backgrounds",
  summary: "Lists the background that the template of a profile page offers.",
  access: reads("asset:read", "U"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]).extend({
    profile_uuid: reference().optional().describe("default: the primary page"),
  }),
  response: page(TemplateBackground),
  errors: ["NotFound"],
})

export const install = endpoint({
  name: "assets.install",
  base: "api",
  method: "POST",
  path: "/assets/install",
  summary: "Installs the assets of a reward. A repeated call returns the same assets.",
  description:
    "All assets of the reward are installed, with the parts of its packs. 404 for a reward that the caller does not hold, and for one without assets.",
  access: writes("asset:write", "U"),
  bucket: "write",
  status: 200,
  isSafeToRepeat: true,
  body: z.strictObject(parameters.transaction),
  response: z.object({ items: z.array(InstalledAsset) }),
  errors: ["NotFound", "Conflict", "Unavailable"],
})

export const equip = endpoint({
  name: "assets.equip",
  base: "api",
  method: "POST",
  path: "/assets/{user_asset_uuid}/equip",
  summary: "Puts an installed asset into a slot of a profile page, over the one before.",
  access: writes("asset:write", "U"),
  bucket: "write",
  status: 200,
  isSafeToRepeat: true,
  params: z.object(parameters.userAsset),
  body: z.strictObject({
    profile_uuid: reference(),
    slot: equipSlot.describe("`character` for a part, which goes into the slot that it declares"),
  }),
  response: EquipResult,
  errors: ["NotFound", "BadRequest"],
})

export const unequipCharacter = endpoint({
  name: "assets.unequipCharacter",
  base: "api",
  method: "DELETE",
  path: "/assets/equipped/character/{slot}",
  summary: "Clears a slot of the character on a profile page.",
  access: writes("asset:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object({ slot: characterSlot }),
  query: z.object({ profile_uuid: reference() }),
  response: Message,
  errors: ["NotFound"],
})

export const uninstall = endpoint({
  name: "assets.uninstall",
  base: "api",
  method: "DELETE",
  path: "/assets/install/{transaction_id}",
  summary: "Uninstalls the assets of a reward. They can be installed again while it stands.",
  access: writes("asset:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.transaction),
  response: Message,
  errors: ["NotFound"],
})
