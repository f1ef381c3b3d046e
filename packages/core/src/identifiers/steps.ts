import { Effect } from "effect"
import { IdentifierUnresolved } from "../errors/refusals.ts"
import { Ports, Tx } from "../unit-of-work.ts"
import { addressIn } from "../wallets/address.ts"
import type { Wallet } from "../wallets/wallet.ts"
import type { IdentifierRef, Resolved } from "./identifier.ts"

/**
 * Finds what an identifier points at, or refuses with {@link IdentifierUnresolved} naming `field`.
 * Cards and links resolve once they exist; until then they match nothing.
 */
export const resolve = Effect.fnUntraced(function* (identifier: IdentifierRef, field: string) {
  const found = yield* lookup(identifier)
  return found ?? (yield* new IdentifierUnresolved({ field }))
})

const lookup = Effect.fnUntraced(function* ({ type, value }: IdentifierRef) {
  const tx = yield* Tx
  if (type === "username") return person((yield* tx.users.findByUsername(value))?.uuid)
  if (type === "user_id") return person((yield* tx.users.find(value))?.uuid)
  if (type !== "wallet") return undefined
  const { settings } = yield* Ports
  // The checksum refuses a mistyped address, and one of another network, before anything is looked up.
  const address = addressIn(value.trim(), settings.network)
  const wallet = address === undefined ? undefined : yield* tx.wallets.find(address)
  // A treasury is gone with its organization; what people hold stays theirs.
  if (wallet?.kind === "treasury" && (yield* tx.organizations.find(wallet.organizationUuid ?? "")) === undefined) return undefined
  return wallet === undefined ? undefined : pointedAt(wallet)
})

const pointedAt = (wallet: Wallet): Resolved | undefined => {
  // What the ledger keeps for itself is nobody's to point at.
  if (wallet.kind === "issuance" || wallet.kind === "system") return undefined
  if (wallet.userUuid !== undefined) return { kind: "user", userUuid: wallet.userUuid, walletAddress: wallet.address }
  return { kind: "wallet", walletAddress: wallet.address, organizationUuid: wallet.organizationUuid }
}

const person = (userUuid: string | undefined): Resolved | undefined =>
  userUuid === undefined ? undefined : { kind: "user", userUuid, walletAddress: undefined }
