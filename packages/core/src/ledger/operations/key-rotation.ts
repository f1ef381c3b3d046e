import { Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as console from "../../contract/endpoints/console-ledger.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read } from "../../foundation/unit-of-work.ts"
import { decryptionKid } from "../../wallets/decryption-key.ts"
import { freshDecryptionKey } from "../../wallets/prepare.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import { generateKey, sealKey } from "../../wallets/sealed-key.ts"
import { walletFor } from "../../wallets/steps.ts"
import { requestDigest, outcomeKey, postedEntry, submitPosting } from "../commit/submit-posting.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { type KeyedPosting, judgementOf } from "../commit/posting-change.ts"
import { post } from "../entries/post.ts"
import { rotationData } from "../../ledger-proof/key-rotation.ts"
import type { RotateWalletKeyInput } from "../inputs.ts"

/**
 * Gives a wallet a new signing key. An entry of amount 0, signed by the old key, names the new one,
 * so that a verifier can follow (docs/ledger-format.md#key-rotation). Earlier signatures stay
 * valid. The decryption key changes too; the old one is kept for the contents sealed to it. Of two
 * rotations at once, one is a `Conflict` (`key_changed`).
 */
export const rotateKey = step(function* (caller: Caller, input: RotateWalletKeyInput) {
  const { ids, vault, walletKeys } = yield* Ports
  const { from, system } = yield* read(function* (tx) {
    const from = yield* walletFor(caller, accessOf(console.rotateKey), input.wallet)
    const system = yield* tx.wallets.ofOrganization(undefined, "system")
    return { from, system: system ?? (yield* new NotFound({ what: "wallet" })) }
  })
  const { address } = from
  const fresh = yield* prepare(async () => {
    const { seed, publicKey } = generateKey(ids)
    const sealed = await sealKey(vault, ids, { address, version: from.keyVersion + 1 }, seed)
    seed.fill(0)
    return {
      publicKey,
      sealed,
      decryption: await freshDecryptionKey(vault, ids, {
        address,
        version: from.decryptionKeyVersion + 1,
      }),
    }
  })
  const data = rotationData(publicKeyPem(fresh.publicKey))
  const posting = postedEntry({
    id: ids.cuid(),
    transactionType: "key_rotation",
    from: from.address,
    to: system.address,
    amount: 0,
    data,
    dataHash: sha256(data),
    newKey: {
      publicKey: Buffer.from(fresh.publicKey).toString("base64url"),
      sealed: fresh.sealed,
      decryption: {
        ...fresh.decryption,
        address,
        kid: decryptionKid({ address, version: fresh.decryption.version }),
      },
    },
  })
  // The new keys are sealed for the versions that follow what was read: after another rotation they
  // could not be opened.
  const decide: KeyedPosting["decide"] = (view, signing) =>
    (view.wallets.get(address)?.keyVersion ?? from.keyVersion) === from.keyVersion
      ? post(view, posting, signing)
      : Result.fail(rotatedMeanwhile())
  const { idempotencyKey } = input
  const digest = requestDigest("key_rotation", { wallet: from.address })
  const key = {
    outcomeKey: outcomeKey("key_rotation", from, idempotencyKey),
    idempotencyKey,
    digest,
  }
  const done = yield* submitPosting({
    from,
    keyed: { ...key, ...judgementOf(posting), decide },
    isCounted: true,
  })
  walletKeys.forget(from.address)
  return done
})

const rotatedMeanwhile = () =>
  new Conflict({
    reason: "key_changed",
    message: "The wallet's key was just rotated. Try again with a new idempotency key.",
  })
