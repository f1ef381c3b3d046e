import { isObject } from "../../foundation/sealing/plain-json.ts"
import type { JsonObject } from "../../foundation/kernel/json.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import type { KeyVault } from "../../foundation/ports/key-vault.ts"
import { seal, type SealedBox, unseal } from "../../foundation/sealing/sealed-box.ts"
import { type RewardBatch, rewardBatchBinding } from "./reward-batch.ts"

/** Seals what the caller attached to each reward of a batch. */
export const sealBatchMetadata = async (
  { vault, ids }: { readonly vault: KeyVault; readonly ids: Pick<Ids, "bytes"> },
  uuid: string,
  metadata: JsonObject | undefined,
): Promise<SealedBox | undefined> =>
  metadata === undefined
    ? undefined
    : seal(vault, ids, Buffer.from(JSON.stringify(metadata)), rewardBatchBinding(uuid))

/** Opens what {@link sealBatchMetadata} sealed. */
export const openBatchMetadata = async (
  vault: KeyVault,
  { uuid, sealed }: Pick<RewardBatch, "uuid" | "sealed">,
): Promise<JsonObject | undefined> => {
  if (sealed === undefined) return undefined
  const opened = await unseal(vault, sealed, rewardBatchBinding(uuid))
  const metadata: unknown = JSON.parse(Buffer.from(opened).toString("utf8"))
  opened.fill(0)
  if (!isObject(metadata)) throw new Error("What was sealed of a reward batch is damaged.")
  return metadata as JsonObject
}
