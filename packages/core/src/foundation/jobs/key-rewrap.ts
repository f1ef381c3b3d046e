import { credentialKeyBinding } from "../../credentials/credential-key.ts"
import { connectionBinding } from "../../payments/connection.ts"
import { cachedContentBinding } from "../../ledger/content/cached-content.ts"
import { rewardDeliveryBinding } from "../../rewards/deliveries/reward-delivery.ts"
import { rewardBatchBinding } from "../../rewards/batches/reward-batch.ts"
import { rewardContentBinding } from "../../rewards/reward-content.ts"
import { webhookBinding } from "../../webhooks/webhook.ts"
import type { Clock } from "../ports/clock.ts"
import type { KeyVault } from "../ports/key-vault.ts"
import type { Logger } from "../ports/logger.ts"
import {
  type RewrappedRow,
  type WrappedKind,
  wrappedKinds,
  type WrappedRow,
} from "../sealing/wrapped-row.ts"
import type { Storage } from "../storage/storage.ts"
import { decryptionBinding } from "../../wallets/decryption-key.ts"
import { keyBinding } from "../../wallets/sealed-key.ts"
import { daily } from "./daily.ts"
import type { JobHandler } from "./job-kind.ts"

export const keyRewrapKind = "key-rewrap"

const batchMax = 100
/**
 * How many batches a turn of the job takes before other work has its own: a vault elsewhere may
 * need a tenth of a second for each key.
 */
const batchesMax = 5

/** What a walk over everything sealed came to. */
export interface Rewrapping {
  /** Data keys that are wrapped by the vault's newest key now, and were not before. */
  readonly rewrapped: number
  /** Rows that the vault does not open, by kind and id: they stay as they are. */
  readonly failed: readonly { readonly kind: WrappedKind; readonly id: string }[]
  /** Whether the walk ended before it had seen everything. */
  readonly hasMore: boolean
}

interface RewrapParts {
  readonly storage: Storage
  readonly vault: KeyVault
}

/**
 * Wraps anew what older keys of the vault wrap. Secrets themselves are not touched. It can be
 * killed anywhere and begun again: what is done is no longer found; and it may run in several
 * processes, and while keys are rotated: a row is written only where it is as it was read.
 */
export const rewrapKeys = async (
  parts: RewrapParts,
  batches = Number.POSITIVE_INFINITY,
): Promise<Rewrapping> => {
  const [newest, ...older] = (await parts.vault.kekIds?.()) ?? []
  let [rewrapped, left] = [0, batches]
  const failed: { kind: WrappedKind; id: string }[] = []
  for (const kekId of newest === undefined ? [] : older)
    for (const kind of wrappedKinds) {
      let after: string | undefined
      for (;;) {
        if (left === 0) return { rewrapped, failed, hasMore: true }
        const rows = await parts.storage.transact("read", (tx) =>
          tx.wrappedKeys.wrappedBy(kind, kekId, after, batchMax),
        )
        if (rows.length === 0) break
        left -= 1
        const batch = await wrappedAnew(parts.vault, kind, rows)
        failed.push(...batch.failed.map((id) => ({ kind, id })))
        rewrapped += await parts.storage.transact("write", (tx) =>
          tx.wrappedKeys.rewrap(kind, batch.rows),
        )
        after = rows.at(-1)?.id
      }
    }
  return { rewrapped, failed, hasMore: false }
}

/** One after the other: a vault elsewhere is not to be flooded by background work. */
const wrappedAnew = async (vault: KeyVault, kind: WrappedKind, rows: readonly WrappedRow[]) => {
  const done: RewrappedRow[] = []
  const failed: string[] = []
  for (const row of rows) {
    try {
      done.push({
        id: row.id,
        before: row.wrapped,
        after: await rewrap(vault, row.wrapped, bindings[kind](row)),
      })
    } catch {
      failed.push(row.id)
    }
  }
  return { rows: done, failed }
}

const rewrap = async (
  vault: KeyVault,
  wrapped: WrappedRow["wrapped"],
  aad: string,
): Promise<WrappedRow["wrapped"]> => {
  const dataKey = await vault.unwrap(wrapped, aad)
  try {
    return await vault.wrap(dataKey, aad)
  } finally {
    dataKey.fill(0)
  }
}

/** What the data keys of each kind are bound to. */
const bindings: Readonly<Record<WrappedKind, (row: WrappedRow) => string>> = {
  wallet: ({ id, version }) => keyBinding({ address: id, version }),
  decryption: ({ id, version }) =>
    decryptionBinding({ address: id.slice(0, id.indexOf("#")), version }),
  service: ({ id }) => id,
  payment: ({ id }) => connectionBinding(id),
  webhook: ({ id }) => webhookBinding(id),
  batch: ({ id }) => rewardBatchBinding(id),
  reward: ({ id }) => rewardContentBinding(id),
  cached: ({ id }) => cachedContentBinding(id),
  delivery: ({ id }) => rewardDeliveryBinding(id),
  credential: ({ id }) => credentialKeyBinding(id),
}

/**
 * Once a day, and in turns while there is more: {@link rewrapKeys}. What the vault does not open is
 * told to the log, by its id alone.
 */
export const keyRewrap = ({
  clock,
  logger,
  ...parts
}: RewrapParts & { readonly clock: Clock; readonly logger: Logger | undefined }): JobHandler =>
  daily(clock, async () => {
    const { rewrapped, failed, hasMore } = await rewrapKeys(parts, batchesMax)
    if (failed.length > 0)
      logger?.error({ failed }, "keys that the vault does not open were left as they are")
    // Where nothing could be written there is no use in coming back at once.
    return hasMore && rewrapped > 0 ? "more" : "done"
  })
