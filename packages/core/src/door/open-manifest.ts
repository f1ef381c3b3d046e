import { normaliseCardIdentifier, normaliseWalletAddress, type Tap } from "./identifier.ts"
import { readInstant } from "./instant.ts"
import type { CheckinHolder, CheckinHolders, CheckinManifest } from "./manifest.ts"
import { type DoorConfiguration, type DoorState, decideAdmission, type TapFacts } from "./rules.ts"

/** What a manifest says of one person. */
export interface Standing {
  /** Lower case. */
  readonly wallet_address: string
  readonly has_ticket: boolean
  readonly on_roster: boolean
  readonly admitted: boolean
}

/** A verified manifest made ready for decisions: times as epoch milliseconds, people by card and by wallet. */
export interface OpenManifest {
  readonly manifest: CheckinManifest
  readonly generated_at: number
  readonly valid_until: number
  readonly clock_tolerance_ms: number
  readonly configuration: DoorConfiguration
  /** Whether a tap that is on no list may still be somebody (`roster_kind` none). */
  readonly takes_walk_ins: boolean
  /** People in `admitted` without a ticket. */
  readonly walk_ins: number
  /** By wallet in lower case. */
  readonly roster: CheckinHolders
  /** By wallet in lower case. */
  readonly admitted: CheckinHolders
  readonly wallet_by_card: ReadonlyMap<string, string>
  readonly frozen_cards: ReadonlySet<string>
}

/** What a door has admitted itself and its manifest does not know yet. */
export interface LocalAdmissions {
  /** Epoch milliseconds of the first admission by {@link subjectOf}. */
  readonly first_admitted_at: ReadonlyMap<string, number>
  /** How many of them hold no ticket. */
  readonly walk_ins: number
}

const NOTHING_LOCAL: LocalAdmissions = { first_admitted_at: new Map(), walk_ins: 0 }

/**
 * Indexes a verified manifest, once per load. Null when it contradicts itself by listing one card under two wallets:
 * whom such a card admits would depend on the order of members.
 */
export const openManifest = (manifest: CheckinManifest): OpenManifest | null => {
  const roster = inLowerCase(manifest.roster)
  const admitted = inLowerCase(manifest.admitted)
  const walletByCard = new Map<string, string>()
  if (!listCards(roster, walletByCard) || !listCards(admitted, walletByCard)) return null
  return {
    manifest,
    generated_at: readInstant(manifest.generated_at),
    valid_until: readInstant(manifest.valid_until),
    clock_tolerance_ms: manifest.clock_tolerance_seconds * 1000,
    configuration: configurationOf(manifest),
    takes_walk_ins: manifest.roster_kind === "none",
    walk_ins: Object.values(admitted).filter((holder) => !holder.has_ticket).length,
    roster,
    admitted,
    wallet_by_card: walletByCard,
    frozen_cards: new Set(manifest.frozen_card_identifiers.map(normaliseCardIdentifier)),
  }
}

/** The person a tap names in this manifest, or undefined. */
export const findStanding = (open: OpenManifest, tap: Tap): Standing | undefined => {
  const wallet = tap.type === "card" ? open.wallet_by_card.get(tap.value) : tap.type === "wallet" ? tap.value : undefined
  if (wallet === undefined) return undefined
  const listed = holderOf(open.roster, wallet)
  const inside = holderOf(open.admitted, wallet)
  if (listed === undefined && inside === undefined) return undefined
  return {
    wallet_address: wallet,
    has_ticket: listed?.has_ticket === true || inside?.has_ticket === true,
    on_roster: listed !== undefined,
    admitted: inside !== undefined,
  }
}

/** The name under which a door remembers an admission: the wallet where it is known, else the tap itself. */
export const subjectOf = (standing: Standing | undefined, tap: Tap): string => standing?.wallet_address ?? `${tap.type}:${tap.value}`

/** The {@link DoorState} of a manifest together with what the door has admitted since. */
export const manifestDoorState = (open: OpenManifest, local: LocalAdmissions = NOTHING_LOCAL): DoorState => ({
  configuration: open.configuration,
  reserved: open.manifest.reserved,
  walk_ins: open.walk_ins + local.walk_ins,
  find: (tap) => factsOf(open, local, tap),
})

/**
 * Whether a manifest alone justifies an admission at `at` (epoch milliseconds): it was in force, and its rules admit.
 * The server asks this of the manifest that an offline upload cites. Source: decisions.md section 4, "Justified".
 */
export const justifiesAdmission = (open: OpenManifest, tap: Tap, at: number): boolean =>
  at >= open.generated_at - open.clock_tolerance_ms &&
  at < open.valid_until &&
  decideAdmission(manifestDoorState(open), tap, at).decision === "admitted"

const factsOf = (open: OpenManifest, local: LocalAdmissions, tap: Tap): TapFacts => {
  const standing = findStanding(open, tap)
  const firstAdmittedAt = local.first_admitted_at.get(subjectOf(standing, tap))
  return {
    wallet_address: standing?.wallet_address ?? null,
    card_frozen: tap.type === "card" && open.frozen_cards.has(tap.value),
    admitted: standing?.admitted === true || firstAdmittedAt !== undefined,
    first_admitted_at: firstAdmittedAt ?? null,
    on_roster: open.takes_walk_ins || standing?.on_roster === true,
    has_ticket: standing?.has_ticket === true,
    failed_gates: {},
  }
}

/** The holders under lower-case wallets; as a rule they are so already, and no copy is made. */
const inLowerCase = (holders: CheckinHolders): CheckinHolders =>
  Object.keys(holders).every((address) => normaliseWalletAddress(address) === address)
    ? holders
    : Object.fromEntries(Object.entries(holders).map(([address, holder]) => [normaliseWalletAddress(address), holder]))

/** Own members only: a wallet may be spelt like something that every object inherits. */
const holderOf = (holders: CheckinHolders, wallet: string): CheckinHolder | undefined =>
  Object.prototype.hasOwnProperty.call(holders, wallet) ? holders[wallet] : undefined

/** False when a card belongs to somebody else already. */
const listCards = (holders: CheckinHolders, walletByCard: Map<string, string>): boolean => {
  for (const wallet of Object.keys(holders)) {
    for (const identifier of holders[wallet]?.card_identifiers ?? []) {
      const card = normaliseCardIdentifier(identifier)
      if ((walletByCard.get(card) ?? wallet) !== wallet) return false
      walletByCard.set(card, wallet)
    }
  }
  return true
}

const configurationOf = (manifest: CheckinManifest): DoorConfiguration => {
  const isEnforced = manifest.enforces_checkin_window
  const instant = (text: string | null) => (isEnforced && text !== null ? readInstant(text) : null)
  return {
    cancelled: manifest.cancelled,
    cancelled_at: null,
    checkin_open: manifest.checkin_open,
    closed_by: null,
    checkin_opens_at: instant(manifest.checkin_opens_at),
    checkin_closes_at: instant(manifest.checkin_closes_at),
    allow_reentry: manifest.allow_reentry,
    admits_frozen_cards: manifest.admits_frozen_cards,
    max_attendees: manifest.max_attendees,
  }
}
