import { Effect } from "effect"
import { nativeHost } from "../foundation/kernel/native-host.ts"
import type { Caller } from "../foundation/access/caller.ts"
import { type Access, permitToken } from "../foundation/access/permit.ts"
import { claimantOf } from "../cards/consent.ts"
import { Conflict, NotFound } from "../foundation/errors/refusals.ts"
import { genesisHead } from "../ledger-proof/chain.ts"
import { authorise, hasRole, organizationOf } from "../organizations/steps.ts"
import type { Happening } from "../rewards/triggers/happening.ts"
import { noteHappenings } from "../rewards/triggers/steps.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import type { User } from "../accounts/user.ts"
import { addressIn } from "./address.ts"
import { decryptionKeyAtRest } from "./decryption-key.ts"
import type { PreparedKey } from "./prepare.ts"
import type { Wallet, WalletIdentity, WalletKind } from "./wallet.ts"
import type { ListWalletsInput } from "./inputs.ts"

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
  decryptionKeyVersion: key.decryption.version,
  balance: 0,
  held: 0,
  sequence: 0,
  head: genesisHead(key.address, nativeHost),
  createdAt: now,
  closedAt: undefined,
})

/**
 * Writes a new wallet with both of its keys; `false`, and nothing is written, when its place is
 * taken.
 */
export const addWallet = step(function* (wallet: Wallet, { sealed, decryption }: PreparedKey) {
  const tx = yield* Tx
  if (!(yield* tx.wallets.add(wallet, sealed))) return false
  yield* tx.decryptionKeys.add(decryptionKeyAtRest(wallet.address, decryption, wallet.createdAt))
  return true
})

/**
 * The user's wallet in an organization (their primary one without), made from `key` on first need
 * and kept for ever. The user is locked while it is made, so that it is closed like the others when
 * their account is deleted; for a deleted account it is made closed. `locked` is their row, where
 * the caller has locked it in this transaction. Only whose membership comes with it (`isMember`) is
 * named to the organization by the event: of all others it may know nothing but what was tapped.
 */
export const walletOfUser = step(function* (
  userUuid: string,
  organizationUuid: string | undefined,
  key: PreparedKey,
  now: Date,
  {
    locked,
    isMember = false,
  }: {
    readonly locked?: Pick<User, "uuid" | "deletedAt"> | undefined
    readonly isMember?: boolean
  } = {},
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const known = yield* tx.wallets.ofUser(userUuid, organizationUuid)
  if (known !== undefined) return known
  const holder = {
    kind: "user",
    userUuid,
    organizationUuid,
    isPrimary: organizationUuid === undefined,
  } as const
  const wallet = {
    ...newWallet(ids.uuid(), key, holder, now),
    closedAt: (locked?.uuid === userUuid ? locked : yield* tx.users.lock(userUuid))?.deletedAt,
  }
  // Another transaction may have made it since: that wallet stands, and this key is dropped.
  if (yield* addWallet(wallet, key)) {
    if (organizationUuid !== undefined)
      yield* noteHappenings([walletCreated(wallet, organizationUuid, isMember)], now)
    return wallet
  }
  return (yield* tx.wallets.ofUser(userUuid, organizationUuid)) ?? wallet
})

/** That there is a new wallet in an organization, for triggers of rewards. */
const walletCreated = (
  { uuid, address: walletAddress, userUuid }: Wallet,
  organizationUuid: string,
  isMember: boolean,
): Happening => ({
  event: "wallet.created",
  organizationUuid,
  id: uuid,
  subject: { userUuid: isMember ? userUuid : undefined, walletAddress },
  facts: {},
})

/** An organization's treasury, and the issuance wallet its points come from. */
export const openTreasury = step(function* (
  organizationUuid: string,
  keys: { readonly treasury: PreparedKey; readonly issuance: PreparedKey },
  now: Date,
) {
  const { ids } = yield* Ports
  for (const kind of ["treasury", "issuance"] as const) {
    const holder = { kind, userUuid: undefined, organizationUuid, isPrimary: false }
    yield* addWallet(newWallet(ids.uuid(), keys[kind], holder, now), keys[kind])
  }
})

/**
 * The ledger's own wallet, which stands at the other end of what moves nothing; made from `key` if
 * there is none yet.
 */
export const openSystemWallet = step(function* (key: PreparedKey, now: Date) {
  const { ids } = yield* Ports
  const holder = {
    kind: "system",
    userUuid: undefined,
    organizationUuid: undefined,
    isPrimary: false,
  } as const
  yield* addWallet(newWallet(ids.uuid(), key, holder, now), key)
})

/**
 * Wallets of cards, each its card's own for ever. Whose the card is, the card says: it may change,
 * and a wallet's holder never does.
 */
export const openCardWallets = step(function* (keys: readonly PreparedKey[], now: Date) {
  const { ids } = yield* Ports
  const tx = yield* Tx
  const holder = {
    kind: "card",
    userUuid: undefined,
    organizationUuid: undefined,
    isPrimary: false,
  } as const
  yield* tx.wallets.addAll(
    keys.map((key) => ({ wallet: newWallet(ids.uuid(), key, holder, now), key: key.sealed })),
  )
  yield* tx.decryptionKeys.addAll(
    keys.map(({ address, decryption }) => decryptionKeyAtRest(address, decryption, now)),
  )
})

/**
 * Whether the wallet is the caller's own: a user's, or, for an org-scoped token, the user's in that
 * organization.
 */
export const isOwn = (caller: Caller, wallet: WalletIdentity): boolean => {
  if (wallet.kind !== "user" || wallet.userUuid === undefined) return false
  if (caller.kind === "user") return wallet.userUuid === caller.userUuid
  return (
    caller.kind === "organization" &&
    wallet.userUuid === caller.userUuid &&
    wallet.organizationUuid === caller.organizationUuid
  )
}

/**
 * The same, and whether it is the wallet of a card that the caller claimed. An assigned card shows
 * and pays nothing.
 */
export const holdsWallet = step(function* (caller: Caller, wallet: Wallet) {
  if (wallet.kind !== "card") return isOwn(caller, wallet)
  if (caller.kind !== "user" && caller.kind !== "organization") return false
  const tx = yield* Tx
  const card = yield* tx.cards.ofWallet(wallet.address)
  if (card === undefined || claimantOf(card) !== caller.userUuid) return false
  return caller.kind === "user" || caller.organizationUuid === card.organizationUuid
})

/**
 * The index of the log from which on the caller may see what happened with a wallet; undefined for
 * all of it. The holder of a card sees nothing of the holder before.
 */
export const historyFrom = step(function* (caller: Caller, wallet: Wallet) {
  if (caller.kind === "host" || wallet.kind !== "card") return undefined
  const tx = yield* Tx
  return (yield* tx.cards.ofWallet(wallet.address))?.historyFrom
})

/**
 * The wallet of an address, for a caller who may do this with it: one's own, or an organization's
 * treasury by one's role; else undefined.
 */
export const visibleWallet = step(function* (caller: Caller, access: Access, text: string) {
  yield* Effect.fromResult(permitToken(access, caller))
  const tx = yield* Tx
  const { settings } = yield* Ports
  const address = addressIn(text, settings.network)
  const wallet = address === undefined ? undefined : yield* tx.wallets.find(address)
  if (wallet === undefined || caller.kind === "host" || (yield* holdsWallet(caller, wallet)))
    return wallet
  const isBoundHere = caller.kind !== "user" && caller.organizationUuid === wallet.organizationUuid
  if (wallet.kind !== "treasury" || wallet.organizationUuid === undefined || !isBoundHere)
    return undefined
  yield* authorise(caller, access, yield* organizationOf(wallet.organizationUuid))
  return wallet
})

/**
 * The wallet at either end of a transaction that the caller may see; undefined where they may see
 * neither, so that the transaction reads as absent. A role that does not read the treasury at one
 * end hides nothing of the caller's own wallet at the other.
 */
export const visibleEnd = step(function* (
  caller: Caller,
  access: Access,
  { body, logIndex }: VisibleTransaction,
) {
  const { from_address: from, to_address: to, original_transaction_id: undone } = body
  yield* Effect.fromResult(permitToken(access, caller))
  const tx = yield* Tx
  for (const address of [from, to]) {
    const wallet = yield* tx.wallets.find(address)
    if (wallet === undefined || !(yield* seesWallet(caller, access, wallet))) continue
    const since = (yield* historyFrom(caller, wallet)) ?? 0
    if (logIndex < since) continue
    // What undoes something is seen by whom sees that.
    const original = since === 0 || undone === "" ? undefined : yield* tx.transactions.find(undone)
    if (original === undefined || original.logIndex >= since) return wallet
  }
  return undefined
})

interface VisibleTransaction {
  readonly body: {
    readonly from_address: string
    readonly to_address: string
    /** `""` for what undoes nothing. */
    readonly original_transaction_id: string
  }
  readonly logIndex: number
}

const seesWallet = step(function* (caller: Caller, access: Access, wallet: Wallet) {
  if (caller.kind === "host" || (yield* holdsWallet(caller, wallet))) return true
  const isBoundHere = caller.kind !== "user" && caller.organizationUuid === wallet.organizationUuid
  if (wallet.kind !== "treasury" || wallet.organizationUuid === undefined || !isBoundHere)
    return false
  const tx = yield* Tx
  const organization = yield* tx.organizations.find(wallet.organizationUuid)
  return (
    organization !== undefined &&
    (access.role === undefined || (yield* hasRole(caller, organization, access.role)))
  )
})

/** {@link visibleWallet} for a path parameter: what the caller may not see reads as absent. */
export const walletFor = step(function* (caller: Caller, access: Access, text: string) {
  return (yield* visibleWallet(caller, access, text)) ?? (yield* new NotFound({ what: "wallet" }))
})

/** Refuses to send from the wallet of a frozen card. What is sent to it arrives. */
export const mustNotBeFrozen = step(function* (wallet: Wallet) {
  if (wallet.kind !== "card") return
  const tx = yield* Tx
  if ((yield* tx.cards.ofWallet(wallet.address))?.isFrozen === true)
    return yield* new Conflict({
      reason: "card_frozen",
      message: "The card is frozen, so its wallet cannot send. Unfreeze the card first.",
    })
})

/**
 * The wallet of an address as the host wrote it, in any case; an unknown one is {@link NotFound}.
 */
export const walletNamed = step(function* (text: string) {
  const { settings } = yield* Ports
  return yield* walletAt(addressIn(text, settings.network) ?? "")
})

/** The wallet of an address that stands in the ledger; an unknown one is {@link NotFound}. */
export const walletAt = step(function* (address: string) {
  const tx = yield* Tx
  return (yield* tx.wallets.find(address)) ?? (yield* new NotFound({ what: "wallet" }))
})

/**
 * A user's wallets; for a token bound to an organization its treasury, where the caller's role
 * reads that, and the wallet there of the user it acts for.
 */
export const walletsOf = step(function* (caller: Caller, access: Access, input: ListWalletsInput) {
  yield* Effect.fromResult(permitToken(access, caller))
  const tx = yield* Tx
  if (caller.kind === "user")
    return yield* tx.wallets.list({ userUuid: caller.userUuid }, input.page)
  if (caller.kind === "host")
    return yield* input.of === undefined
      ? new NotFound({ what: "wallet" })
      : tx.wallets.list(input.of, input.page)
  const organization = yield* organizationOf(caller.organizationUuid ?? "")
  // A member without a role has a wallet there all the same.
  const readsTreasury =
    caller.kind !== "organization" || (yield* hasRole(caller, organization, access.role ?? "staff"))
  if (readsTreasury) yield* authorise(caller, access, organization)
  const treasury = readsTreasury
    ? yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
    : undefined
  const own =
    caller.kind === "organization"
      ? yield* tx.wallets.ofUser(caller.userUuid, organization.uuid)
      : undefined
  const both = [treasury, own].filter((wallet) => wallet !== undefined)
  // In the order of their making: an organization is there before its members.
  const ordered = input.page.sortOrder === "asc" ? both : both.toReversed()
  const from = (input.page.page - 1) * input.page.pageSize
  return { items: ordered.slice(from, from + input.page.pageSize), totalItems: both.length }
})
