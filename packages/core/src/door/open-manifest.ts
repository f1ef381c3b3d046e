import { normaliseCardIdentifier, normaliseWalletAddress, type Tap } from "./identifier.ts"
import { readInstant } from "./instant.ts"
import type { CheckinHolders, CheckinManifest } from "./manifest.ts"
import { type DoorConfiguration, type DoorState, decideAdmission, type TapFacts } from "./rules.ts"

/** One person of a manifest. */
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
  readonly by_card: ReadonlyMap<string, Standing>
  readonly by_wallet: ReadonlyMap<string, Standing>
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
  const byWallet = new Map<string, Draft>()
  const byCard = new Map<string, Draft>()
  const isConsistent = list(manifest.roster, false, byWallet, byCard) && list(manifest.admitted, true, byWallet, byCard)
  if (!isConsistent) return null
  return {
    manifest,
    generated_at: readInstant(manifest.generated_at),
    valid_until: readInstant(manifest.valid_until),
    clock_tolerance_ms: manifest.clock_tolerance_seconds * 1000,
    configuration: configurationOf(manifest),
    takes_walk_ins: manifest.roster_kind === "none",
    walk_ins: Object.values(manifest.admitted).filter((holder) => !holder.has_ticket).length,
    by_card: byCard,
    by_wallet: byWallet,
    frozen_cards: new Set(manifest.frozen_card_identifiers.map(normaliseCardIdentifier)),
  }
}

/** The person a tap names in this manifest, or undefined. */
export const findStanding = (open: OpenManifest, tap: Tap): Standing | undefined =>
  tap.type === "card" ? open.by_card.get(tap.value) : tap.type === "wallet" ? open.by_wallet.get(tap.value) : undefined

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

type Draft = { -readonly [Name in keyof Standing]: Standing[Name] }

/** False when a card belongs to somebody else already. */
const list = (holders: CheckinHolders, admitted: boolean, byWallet: Map<string, Draft>, byCard: Map<string, Draft>): boolean => {
  for (const [address, holder] of Object.entries(holders)) {
    const wallet = normaliseWalletAddress(address)
    // One object per person, so that a card listed in the roster alone still leads to "admitted".
    const person = byWallet.get(wallet) ?? { wallet_address: wallet, has_ticket: false, on_roster: false, admitted: false }
    byWallet.set(wallet, person)
    person.has_ticket ||= holder.has_ticket
    person[admitted ? "admitted" : "on_roster"] = true
    for (const identifier of holder.card_identifiers) {
      const card = normaliseCardIdentifier(identifier)
      if ((byCard.get(card) ?? person) !== person) return false
      byCard.set(card, person)
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
