import type { JsonObject } from "../foundation/kernel/json.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare, read } from "../foundation/unit-of-work.ts"
import type { WalletIdentity } from "../wallets/wallet.ts"
import { sealDelivery } from "./deliveries/delivery-secrets.ts"

/**
 * The delivery of an external reward into a wallet: its uuid, and what is sealed of it. Nothing is
 * stored yet.
 */
export const prepareDelivery = step(function* (
  to: Pick<WalletIdentity, "address" | "kind">,
  metadata: JsonObject = {},
) {
  const { ids, vault } = yield* Ports
  const uuid = ids.uuid()
  const card =
    to.kind === "card"
      ? yield* read(function* (tx) {
          return yield* tx.cards.ofWallet(to.address)
        })
      : undefined
  const secrets = { metadata, cardHistoryFrom: card?.historyFrom }
  const sealed = yield* prepare(() => sealDelivery({ vault, ids }, uuid, secrets))
  return { uuid, sealed }
})
