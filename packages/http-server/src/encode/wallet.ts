import { publicKeyPem, type Wallet, type WalletDetails } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant } from "./instant.ts"

/** A wallet on the wire. A treasury has no user, not even the one who opened it. */
export const encodeWallet = (wallet: Wallet): z.output<typeof resources.Wallet> => ({
  address: wallet.address,
  uuid: wallet.uuid,
  user_uuid: wallet.userUuid ?? null,
  public_key_pem: publicKeyPem(Buffer.from(wallet.publicKey, "base64url")),
})

/** A wallet with its details on the wire. */
export const encodeWalletDetails = ({
  wallet,
  organization,
  membership,
}: WalletDetails): z.output<typeof resources.WalletDetails> => ({
  wallet_uuid: wallet.uuid,
  wallet_address: wallet.address,
  balance: wallet.balance,
  available: wallet.balance - wallet.held,
  is_primary: wallet.isPrimary,
  organization:
    organization === undefined
      ? null
      : { uuid: organization.uuid, name: organization.name, slug: organization.slug },
  membership:
    membership === undefined
      ? null
      : {
          uuid: membership.membership.uuid,
          tier_name: membership.tier.name,
          joined_at: instant(membership.membership.joinedAt),
        },
})

/** A wallet in a list, with its details. */
export const encodeListedWallet = (
  details: WalletDetails,
): z.output<typeof resources.ListedWallet> => ({
  ...encodeWallet(details.wallet),
  ...encodeWalletDetails(details),
})
