import type { Json, JsonObject } from "../foundation/kernel/json.ts"
import type { ContentBinding, RewardContent } from "../foundation/ports/content-sealer.ts"
import { isObject } from "../foundation/sealing/plain-json.ts"
import { step } from "../foundation/step.ts"
import { Ports } from "../foundation/unit-of-work.ts"
import { contentInside, contentUrl, storedContent } from "../ledger/content/content.ts"
import { openContent, sealContent, type SealedFor } from "../ledger/content/seal-content.ts"

/**
 * Seals what a ticket carries to the wallet that it is handed on to: the ticket alone, with a new
 * value in its barcode, so that a picture of the old one is good for nothing. The giver
 * cannot open it. What the giver's copy
 * had beside the content stays with the giver.
 */
export const handedOnContent = step(function* (
  carried: SealedFor | undefined,
  bound: Omit<ContentBinding, "network">,
) {
  if (carried === undefined) return {}
  const { ids, settings } = yield* Ports
  const opened = yield* openContent(carried)
  const content = contentInside(opened)
  const handed: RewardContent =
    content === undefined
      ? { ...opened, additional_data: {} }
      : storedContent(
          ticketAlone(content, ids.secret("")),
          {},
          contentUrl(settings.baseUrl, bound.id),
        )
  return yield* sealContent({ bound, content: handed, readers: "the receiver" })
})

const ticketAlone = (content: JsonObject, barcodeValue: string): JsonObject => {
  const { items } = content
  return {
    ...content,
    items: (Array.isArray(items) ? (items as readonly Json[]) : [])
      .filter((item): item is JsonObject => isObject(item) && item["type"] === "ticket")
      .map((item) => withBarcode(item, barcodeValue)),
  }
}

const withBarcode = (item: JsonObject, value: string): JsonObject =>
  isObject(item["barcode"]) ? { ...item, barcode: { ...item["barcode"], value } } : item
