import { createHash } from "node:crypto"
import canonicalize from "canonicalize"
import { Effect } from "effect"
import { isSymbolonError } from "../../foundation/errors/envelope.ts"
import { type Refusal, StorageFailed, type Unavailable } from "../../foundation/errors/refusals.ts"
import { Ports } from "../../foundation/unit-of-work.ts"
import type { Change } from "../entries/change.ts"
import { KeyChanged } from "../entries/key-changed.ts"
import type { Signing } from "../entries/post.ts"

/**
 * A rotation between preparing and judging is rare; one that happens this often in a row is a
 * fault.
 */
const triesMost = 5

/** What committing may end in: the change's own refusals, a full queue, or a store that failed. */
type CommitRefusal<Refused> = Exclude<Refused, KeyChanged> | Unavailable | StorageFailed

/**
 * Prepares a change with the sender's key and hands it to the committer; when the key was rotated
 * meanwhile, prepares it again. The key is opened here, outside of any transaction, since the vault
 * may be slow.
 */
export const commitSigned = Effect.fnUntraced(function* <
  Answer,
  Refused extends Refusal | KeyChanged,
>(from: string, changeWith: (signing: Omit<Signing, "now">) => Change<Answer, Refused>) {
  const { committer, walletKeys, serviceKeys, settings } = yield* Ports
  return yield* Effect.tryPromise({
    try: async () => {
      for (let tries = 1; ; tries += 1) {
        const key = await walletKeys.open(from)
        if (key === undefined) throw new Error(`The wallet ${from} has no key.`)
        const { keyId, privateKey: statusKey } = serviceKeys.signer("ledger_status")
        const statusSince = serviceKeys
          .all("ledger_status")
          .find((known) => known.keyId === keyId)?.notBefore
        try {
          return await committer.commit(
            changeWith({ key, statusKey, statusSince, network: settings.network }),
          )
        } catch (reason) {
          if (!(reason instanceof KeyChanged) || tries === triesMost) throw reason
          walletKeys.forget(from)
        }
      }
    },
    // The committer rejects with what the change's own judge refused, so its refusals are those of
    // the change's type.
    catch: (reason) =>
      (isSymbolonError(reason)
        ? reason
        : new StorageFailed({ cause: reason })) as CommitRefusal<Refused>,
  })
})

/**
 * What a request asks for, as lower-case hex: equal requests under one idempotency key are one
 * request.
 */
export const requestDigest = (
  operation: string,
  request: Readonly<Record<string, unknown>>,
): string =>
  createHash("sha256")
    .update(canonicalize({ operation, request }) ?? "")
    .digest("hex")
