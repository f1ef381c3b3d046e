import { normaliseCardIdentifier, type Tap } from "./identifier.ts"
import { readInstant } from "./instant.ts"
import type { CheckinHolders, CheckinManifest, ManifestHead } from "./manifest.ts"
import { createPeople, enlist, findPerson, hasTicket, type People, type Person } from "./people.ts"
import {
  type DoorConfiguration,
  type DoorState,
  decideAdmission,
  NO_FAILED_GATES,
  type TapFacts,
} from "./rules.ts"

/**
 * A verified manifest made ready for decisions: times as epoch milliseconds, people by card and by
 * wallet.
 */
export interface OpenManifest {
  readonly manifest: ManifestHead
  readonly generated_at: number
  readonly valid_until: number
  readonly clock_tolerance_ms: number
  readonly configuration: DoorConfiguration
  /** Whether a tap that is on no list may still name a person (`roster_kind` none). */
  readonly takes_walk_ins: boolean
  /** A delta changes them in place; see `applyDelta`. */
  readonly people: People
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
 * Indexes a verified manifest, once per load. Null when it contradicts itself, by listing one card
 * under two wallets or one wallet in two spellings: whom such a card admits would depend on the
 * order of members.
 */
export const openManifest = (manifest: CheckinManifest): OpenManifest | null => {
  const { roster, admitted, ...head } = manifest
  const people = createPeople()
  return enlistAll(people, roster, false) && enlistAll(people, admitted, true)
    ? openHead(head, people)
    : null
}

/** A manifest whose people are indexed already. */
export const openHead = (manifest: ManifestHead, people: People): OpenManifest => ({
  manifest,
  generated_at: readInstant(manifest.generated_at),
  valid_until: readInstant(manifest.valid_until),
  clock_tolerance_ms: manifest.clock_tolerance_seconds * 1000,
  configuration: configurationOf(manifest),
  takes_walk_ins: manifest.roster_kind === "none",
  people,
  frozen_cards: new Set(manifest.frozen_card_identifiers.map(normaliseCardIdentifier)),
})

/**
 * The name under which a door remembers an admission: the wallet where it is known, else the tap
 * itself.
 */
export const subjectOf = (person: Person | undefined, tap: Tap): string =>
  person?.wallet_address ?? `${tap.type}:${tap.value}`

/**
 * The {@link DoorState} of a manifest together with what the door has admitted since. It reads both
 * anew for every tap, so one state serves for as long as the manifest is in force.
 */
export const manifestDoorState = (
  open: OpenManifest,
  local: LocalAdmissions = NOTHING_LOCAL,
): DoorState => {
  const { people, frozen_cards: frozen } = open
  const facts: { -readonly [Name in keyof TapFacts]: TapFacts[Name] } = { ...NOBODY }
  return {
    configuration: open.configuration,
    reserved: open.manifest.reserved,
    get walk_ins() {
      return people.walk_ins + local.walk_ins
    },
    find: (tap) => {
      const person = findPerson(people, tap)
      const first =
        local.first_admitted_at.size === 0
          ? undefined
          : local.first_admitted_at.get(subjectOf(person, tap))
      facts.wallet_address = person === undefined ? null : person.wallet_address
      facts.card_frozen = frozen.size !== 0 && tap.type === "card" && frozen.has(tap.value)
      facts.admitted = first !== undefined || (person !== undefined && person.inside !== null)
      facts.first_admitted_at = first ?? null
      facts.on_roster = open.takes_walk_ins || (person !== undefined && person.listed !== null)
      facts.has_ticket = person !== undefined && hasTicket(person)
      return facts
    },
  }
}

/**
 * Whether a manifest alone justifies an admission at `at` (epoch milliseconds): it was in force,
 * and its rules admit. The server asks this of the manifest that an offline upload cites. Source:
 * docs/door-protocol.md#uploads.
 */
export const justifiesAdmission = (open: OpenManifest, tap: Tap, at: number): boolean =>
  at >= open.generated_at - open.clock_tolerance_ms &&
  at < open.valid_until &&
  decideAdmission(manifestDoorState(open), tap, at).decision === "admitted"

const NOBODY: TapFacts = {
  wallet_address: null,
  card_frozen: false,
  admitted: false,
  first_admitted_at: null,
  on_roster: false,
  has_ticket: false,
  failed_gates: NO_FAILED_GATES,
}

const enlistAll = (people: People, holders: CheckinHolders, isInside: boolean): boolean =>
  Object.entries(holders).every(([wallet, holder]) =>
    enlist(people, wallet, holder.card_identifiers, holder.has_ticket, isInside),
  )

const configurationOf = (manifest: ManifestHead): DoorConfiguration => {
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
