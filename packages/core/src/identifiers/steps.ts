import { isEnabled, type User } from "../accounts/user.ts"
import type { Card } from "../cards/card.ts"
import { claimantOf } from "../cards/consent.ts"
import { normaliseCardIdentifier } from "../door/index.ts"
import { IdentifierUnresolved, NotFound } from "../foundation/errors/refusals.ts"
import { canonicalUuid } from "../foundation/kernel/slug.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import { linkTokenIn } from "../links/link.ts"
import { namedByLink } from "../links/steps.ts"
import { addressIn } from "../wallets/address.ts"
import { walletAt } from "../wallets/steps.ts"
import type { Wallet } from "../wallets/wallet.ts"
import type { IdentifierRef, Resolved } from "./identifier.ts"
import { type Lookups, oneByOne, type WalletLookedUp } from "./steps/lookups.ts"

type Person = Extract<Resolved, { readonly kind: "user" }>

/**
 * Finds what an identifier points at now, or refuses with {@link IdentifierUnresolved} naming
 * `field`, and telling nothing else. A deleted or disabled account is not found. A card points at the
 * person who claimed it, and until then at its own wallet: assigning a card to a person does not make
 * it name them. A link points at what it opens: the person of a page, or a wallet. A link that opens
 * nothing points at nobody.
 */
export const resolve = step(function* (identifier: IdentifierRef, field: string) {
  const found = yield* pointedAtBy(identifier)
  if (found === undefined || (found.kind === "user" && (yield* isUnseen(found))))
    return yield* new IdentifierUnresolved({ field })
  return found
})

/**
 * As {@link resolve}, for what goes into a wallet. The address of a wallet, and the link of one, name
 * the wallet: it receives while its holder's account is disabled.
 */
export const resolveReceiver = step(function* (identifier: IdentifierRef, field: string) {
  const found = yield* pointedAtBy(identifier)
  const isAddress =
    identifier.type === "wallet" || (found?.kind === "user" && found.isUnnamed === true)
  const isGone =
    found?.kind === "user" && (isAddress ? yield* isDeleted(found) : yield* isUnseen(found))
  return found === undefined || isGone ? yield* new IdentifierUnresolved({ field }) : found
})

/**
 * The user behind an identifier, for a caller who learns who that is; undefined for a wallet
 * without one, and for the link of a wallet, which its holder hands out without a name.
 */
export const namedUser = (found: Resolved): Person | undefined =>
  found.kind === "user" && found.isUnnamed !== true ? found : undefined

/**
 * The wallet an identifier receives in: the one it names, else the person's in the sender's
 * organization, else their primary.
 */
export const receivingWallet = step(function* (to: IdentifierRef, from: Wallet) {
  return yield* walletBehind(yield* resolveReceiver(to, "to"), from)
})

/**
 * As {@link receivingWallet}, for a request that was made before: whatever became of the account
 * since, it is found, so that the answer is the one of the first time.
 */
export const receivedWallet = step(function* (to: IdentifierRef, from: Wallet) {
  const found = yield* pointedAtBy(to)
  return found === undefined
    ? yield* new IdentifierUnresolved({ field: "to" })
    : yield* walletBehind(found, from)
})

const walletBehind = step(function* (found: Resolved, from: Wallet) {
  if (found.wallet !== undefined) return found.wallet
  if (found.kind === "wallet") return yield* walletAt(found.walletAddress)
  if (found.walletAddress !== undefined) return yield* walletAt(found.walletAddress)
  const tx = yield* Tx
  const wallet =
    (yield* tx.wallets.ofUser(found.userUuid, from.organizationUuid)) ??
    (yield* tx.wallets.ofUser(found.userUuid, undefined))
  return wallet ?? (yield* new NotFound({ what: "wallet" }))
})

/** Whether a person's account was deleted. */
const isDeleted = step(function* ({ userUuid, goneSince, cardIdentifier }: Person) {
  if (goneSince !== undefined) return true
  // A card names its holder without having looked at them; every other identifier has.
  if (cardIdentifier === undefined) return false
  const tx = yield* Tx
  return (yield* tx.users.find(userUuid))?.deletedAt !== undefined
})

/** Whether others see nothing of a person's account: it was deleted, or is disabled. */
const isUnseen = step(function* ({ userUuid, goneSince }: Person) {
  if (goneSince !== undefined) return true
  const tx = yield* Tx
  const user = yield* tx.users.find(userUuid)
  return user === undefined || !isEnabled(user)
})

/**
 * What an identifier points at, without a refusal: undefined when it points at nothing. A deleted
 * account is found too, so that what happened before its deletion can be judged.
 */
export const pointedAtBy = step(function* (
  { type, value }: IdentifierRef,
  lookups: Lookups = oneByOne,
) {
  const tx = yield* Tx
  if (type === "username") return person(yield* tx.users.findByUsername(value))
  if (type === "user_id") return person(yield* lookups.user(canonicalUuid(value)))
  if (type === "card") {
    const card = yield* lookups.card(normaliseCardIdentifier(value))
    return card === undefined ? undefined : yield* behindCard(card, lookups)
  }
  const { settings } = yield* Ports
  if (type === "link") {
    const token = linkTokenIn(value, settings.baseUrl)
    return token === undefined ? undefined : yield* atLink(token)
  }
  // The checksum refuses a mistyped address, and one of another network, before anything is looked
  // up.
  const address = addressIn(value, settings.network)
  const wallet = address === undefined ? undefined : yield* lookups.wallet(address)
  return wallet === undefined ? undefined : yield* behindWallet(wallet, lookups)
})

/** What a link names: the person whose page it opens, or a wallet as if its address was given. */
const atLink = step(function* (token: string) {
  const behind = yield* namedByLink(token)
  if (behind?.kind === "wallet") {
    const found = yield* behindWallet(behind.wallet, oneByOne)
    const disabledSince = behind.owner.disabledAt
    const unnamed: Resolved | undefined =
      found?.kind === "user" ? { ...found, disabledSince, isUnnamed: true } : found
    return unnamed
  }
  const profilePageUuid = behind?.profile.profilePageUuid
  const owner = person(behind?.owner)
  const named: Resolved | undefined = owner && { ...owner, profilePageUuid }
  return named
})

const behindWallet = step(function* (wallet: WalletLookedUp, lookups: Lookups) {
  const tx = yield* Tx
  const { address, kind, userUuid, organizationUuid } = wallet
  // No identifier may name a wallet that the ledger keeps for itself.
  if (kind === "issuance" || kind === "system") return undefined
  if (kind === "card") {
    const card = yield* tx.cards.ofWallet(address)
    return card === undefined ? undefined : yield* behindCard(card, lookups, address)
  }
  // A treasury is gone with its organization; what people hold stays theirs.
  if (kind === "treasury" && (yield* lookups.organization(organizationUuid ?? "")) === undefined)
    return undefined
  const pointed = pointedAt({
    userUuid,
    walletAddress: address,
    organizationUuid,
    isFrozenCard: false,
  })
  return {
    ...pointed,
    wallet,
    ...(wallet.closedAt === undefined ? {} : { goneSince: wallet.closedAt }),
    ...(wallet.userDisabledAt === undefined ? {} : { disabledSince: wallet.userDisabledAt }),
  } satisfies Resolved
})

/**
 * A claimed card is its holder's, whatever becomes of the organization. Another is good once an
 * organization took it, and for as long as that is there and has not withdrawn it. With `walletAddress` its wallet was
 * pointed at.
 */
const behindCard = step(function* (card: Card, lookups: Lookups, walletAddress?: string) {
  const { organizationUuid, isFrozen: isFrozenCard, identifier: cardIdentifier } = card
  const userUuid = claimantOf(card)
  if (userUuid === undefined) {
    if (
      card.withdrawnAt !== undefined ||
      organizationUuid === undefined ||
      (yield* lookups.organization(organizationUuid)) === undefined
    )
      return undefined
    return {
      kind: "wallet",
      walletAddress: card.walletAddress,
      organizationUuid,
      isFrozenCard,
      cardIdentifier,
      card,
    } satisfies Resolved as Resolved
  }
  return {
    kind: "user",
    userUuid,
    walletAddress,
    isFrozenCard,
    cardIdentifier,
    cardWalletAddress: card.walletAddress,
    profilePageUuid: card.profilePageUuid,
  } satisfies Resolved as Resolved
})

interface Pointed {
  readonly userUuid: string | undefined
  readonly walletAddress: string
  readonly organizationUuid: string | undefined
  readonly isFrozenCard: boolean
}

const pointedAt = ({
  userUuid,
  walletAddress,
  organizationUuid,
  isFrozenCard,
}: Pointed): Resolved =>
  userUuid === undefined
    ? { kind: "wallet", walletAddress, organizationUuid, isFrozenCard }
    : { kind: "user", userUuid, walletAddress, isFrozenCard }

const person = (user: User | undefined): Person | undefined =>
  user === undefined
    ? undefined
    : {
        kind: "user",
        userUuid: user.uuid,
        goneSince: user.deletedAt,
        disabledSince: user.disabledAt,
        walletAddress: undefined,
        isFrozenCard: false,
      }
