import { Effect } from "effect"
import { Ports, Tx } from "../unit-of-work.ts"
import { genesisHead } from "../ledger/chain.ts"
import type { PreparedKey } from "./prepare.ts"
import type { Wallet, WalletKind } from "./wallet.ts"

interface Holder {
  readonly kind: WalletKind
  readonly userUuid: string | undefined
  readonly organizationUuid: string | undefined
  readonly isPrimary: boolean
}

/** A wallet with nothing on its chain yet. */
export const newWallet = (uuid: string, key: PreparedKey, holder: Holder, now: Date): Wallet => ({
  address: key.address,
  uuid,
  ...holder,
  publicKey: key.publicKey,
  keyVersion: 1,
  balance: 0,
  sequence: 0,
  head: genesisHead(key.address),
  createdAt: now,
})

/** The user's wallet in an organization (their primary one without), made from `key` on first need and kept for ever. */
export const walletOfUser = Effect.fnUntraced(function* (userUuid: string, organizationUuid: string | undefined, key: PreparedKey, now: Date) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const known = yield* tx.wallets.ofUser(userUuid, organizationUuid)
  if (known !== undefined) return known
  const wallet = newWallet(ids.uuid(), key, { kind: "user", userUuid, organizationUuid, isPrimary: organizationUuid === undefined }, now)
  // Somebody else may have made it since: theirs stands, and our key is forgotten.
  if (yield* tx.wallets.add(wallet, key.sealed)) return wallet
  return (yield* tx.wallets.ofUser(userUuid, organizationUuid)) ?? wallet
})

/** An organization's treasury, and the issuance wallet its points come from. */
export const openTreasury = Effect.fnUntraced(function* (
  organizationUuid: string,
  keys: { readonly treasury: PreparedKey; readonly issuance: PreparedKey },
  now: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  for (const kind of ["treasury", "issuance"] as const) {
    const holder = { kind, userUuid: undefined, organizationUuid, isPrimary: false }
    yield* tx.wallets.add(newWallet(ids.uuid(), keys[kind], holder, now), keys[kind].sealed)
  }
})
