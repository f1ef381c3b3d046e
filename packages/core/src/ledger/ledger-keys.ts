import type { ServiceKeyring } from "../service-keys/service-keyring.ts"
import type { LedgerKeys } from "./verify/export.ts"

/**
 * The ledger's public keys, wire-shaped: what heads an export, and what `GET /ledger/keys` answers.
 */
export const ledgerKeys = (
  serviceKeys: ServiceKeyring,
  network: string,
  origin: string,
): LedgerKeys => ({
  v: 1,
  network,
  origin,
  keys: (["ledger_status", "ledger_checkpoint"] as const).flatMap((purpose) =>
    serviceKeys.all(purpose).map((key) => ({
      key_id: key.keyId,
      purpose,
      algorithm: "Ed25519" as const,
      public_key: key.publicKey,
      not_before: key.notBefore.toISOString(),
      not_after: key.notAfter?.toISOString() ?? null,
    })),
  ),
})
