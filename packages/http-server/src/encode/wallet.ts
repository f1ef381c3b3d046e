import { publicKeyPem, type Wallet } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"

/** Specification, "Wallet". A treasury has no user, not even the one who opened it. */
export const encodeWallet = (wallet: Wallet): z.output<typeof resources.Wallet> => ({
  address: wallet.address,
  uuid: wallet.uuid,
  user_uuid: wallet.userUuid ?? null,
  public_key_pem: publicKeyPem(Buffer.from(wallet.publicKey, "base64url")),
})
