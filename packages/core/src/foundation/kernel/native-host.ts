import { createPublicKey, verify } from "node:crypto"
import type { ProofHost } from "../../ledger-proof/host.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import { sha256 } from "./digest.ts"

/** Hashes and verifies for `ledger-proof` by Node's own arithmetic. */
export const nativeHost: ProofHost = {
  sha256,
  utf8: (text) => Buffer.from(text),
  verify: (signature, message, publicKey) =>
    verify(null, message, createPublicKey(publicKeyPem(publicKey)), signature),
}
