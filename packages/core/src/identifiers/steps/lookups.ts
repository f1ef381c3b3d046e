import { Effect, Result } from "effect"
import type { User } from "../../accounts/user.ts"
import type { Card } from "../../cards/card.ts"
import { normaliseCardIdentifier } from "../../door/index.ts"
import type { StorageFailed } from "../../foundation/errors/refusals.ts"
import { canonicalUuid } from "../../foundation/kernel/slug.ts"
import { step } from "../../foundation/step.ts"
import { atOnce, Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import { addressIn } from "../../wallets/address.ts"
import type { DoorWallet } from "../../wallets/wallet-repository.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { IdentifierRef } from "../identifier.ts"

type Lookup<Row> = (key: string) => Effect.Effect<Row | undefined, StorageFailed, Tx>

/** A wallet; doors read with it whether its user is disabled. */
export type WalletLookedUp = Wallet & Partial<Pick<DoorWallet, "userDisabledAt">>

/** How the rows behind identifiers are found. */
export interface Lookups {
  /** By uuid. */
  readonly user: Lookup<User>
  /** By its identifier, normalised. */
  readonly card: Lookup<Card>
  /** By its address. */
  readonly wallet: Lookup<WalletLookedUp>
  /** By uuid. */
  readonly organization: Lookup<Organization>
}

/** Each row is asked for when it is needed. */
export const oneByOne: Lookups = {
  user: step(function* (uuid) {
    return yield* (yield* Tx).users.find(uuid)
  }),
  card: step(function* (identifier) {
    return yield* (yield* Tx).cards.findByIdentifier(identifier)
  }),
  wallet: step(function* (address) {
    return yield* (yield* Tx).wallets.find(address)
  }),
  organization: step(function* (uuid) {
    return yield* (yield* Tx).organizations.find(uuid)
  }),
}

/**
 * The rows that many identifiers name, read in one statement for each kind; the others one by one,
 * and an organization once: not those that are known.
 */
export const allAtOnce = step(function* (
  identifiers: readonly IdentifierRef[],
  organizations: readonly Organization[],
) {
  const tx = yield* Tx
  const { settings } = yield* Ports
  const keysOf = (type: IdentifierRef["type"], keyIn: (value: string) => string | undefined) => [
    ...new Set(identifiers.flatMap((one) => (one.type === type ? (keyIn(one.value) ?? []) : []))),
  ]
  const users = keysOf("user_id", canonicalUuid)
  const cards = keysOf("card", normaliseCardIdentifier)
  const wallets = keysOf("wallet", (value) => addressIn(value, settings.network))
  const [ofUsers, ofCards, ofWallets] = yield* atOnce(
    users.length === 0 ? none<User>() : tx.users.findAll(users),
    cards.length === 0 ? none<Card>() : tx.cards.findAllByIdentifier(cards),
    wallets.length === 0 ? none<DoorWallet>() : tx.wallets.doorWalletsAt(wallets),
  )
  const lookups: Lookups = {
    user: among(users, ofUsers, ({ uuid }) => uuid, oneByOne.user),
    card: among(cards, ofCards, ({ identifier }) => identifier, oneByOne.card),
    wallet: among(wallets, ofWallets, ({ address }) => address, oneByOne.wallet),
    organization: once(oneByOne.organization, organizations),
  }
  return lookups
})

const none = <Row>() => Effect.fromResult(Result.succeed<readonly Row[]>([]))

/** Of what was asked for already, what was found; the rest as `otherwise` does. */
const among = <Row>(
  asked: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  otherwise: Lookup<Row>,
): Lookup<Row> => {
  const known = new Map<string, Row | undefined>(asked.map((key) => [key, undefined]))
  for (const row of rows) known.set(keyOf(row), row)
  return step(function* (key) {
    return known.has(key) ? known.get(key) : yield* otherwise(key)
  })
}

const once = <Row extends { readonly uuid: string }>(
  lookup: Lookup<Row>,
  rows: readonly Row[],
): Lookup<Row> => {
  const known = new Map<string, Row | undefined>(rows.map((row) => [row.uuid, row]))
  return step(function* (key) {
    if (!known.has(key)) known.set(key, yield* lookup(key))
    return known.get(key)
  })
}
