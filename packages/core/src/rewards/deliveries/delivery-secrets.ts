import type { JsonObject } from "../../foundation/kernel/json.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import type { KeyVault } from "../../foundation/ports/key-vault.ts"
import { isObject } from "../../foundation/sealing/plain-json.ts"
import { seal, type SealedBox, unseal } from "../../foundation/sealing/sealed-box.ts"
import {
  type GeneratedAnswer,
  type RewardDelivery,
  rewardDeliveryBinding,
} from "./reward-delivery.ts"

/** What is sealed beside a delivery. */
interface DeliverySecrets {
  readonly metadata: JsonObject
  /**
   * Where the history of the card began when the reward was asked for; undefined for the wallet of a
   * user, and for a card that no holder had let go.
   */
  readonly cardHistoryFrom?: number | undefined
  readonly answer?: GeneratedAnswer | undefined
}

/** Seals what a delivery holds that nobody reads from the database. */
export const sealDelivery = (
  { vault, ids }: { readonly vault: KeyVault; readonly ids: Pick<Ids, "bytes"> },
  uuid: string,
  secrets: DeliverySecrets,
): Promise<SealedBox> =>
  seal(vault, ids, Buffer.from(JSON.stringify(secrets)), rewardDeliveryBinding(uuid))

/** Opens what {@link sealDelivery} sealed. */
export const openDelivery = async (
  vault: KeyVault,
  { uuid, sealed }: Pick<RewardDelivery, "uuid" | "sealed">,
): Promise<DeliverySecrets> => {
  if (sealed === undefined) return { metadata: {} }
  const opened = await unseal(vault, sealed, rewardDeliveryBinding(uuid))
  const secrets: unknown = JSON.parse(Buffer.from(opened).toString("utf8"))
  opened.fill(0)
  if (!isObject(secrets) || !isObject(secrets["metadata"]))
    throw new Error("What was sealed of a delivery is damaged.")
  return secrets as unknown as DeliverySecrets
}
