import { deepEqual, equal, ok } from "node:assert/strict"
import { createPublicKey, verify } from "node:crypto"
import { portsOf } from "@symbolon/core/effect"
import { GATE_REASONS, type CheckinManifest } from "../../../core/src/door/index.ts"
import type { DoorService, Tap, Told, Ways } from "../../../core/test/admission/cases/service.ts"
import { chanceOf } from "../../../core/test/fixtures/chance.ts"
import { Door, type DoorVerdict } from "../../src/index.ts"
import { memoryStore } from "../../src/stores/memory.ts"
import {
  randomEvent,
  openAgain,
  createParityOrganization,
  passMonth,
  type Pick,
  type ParityOrganization,
} from "./organization.ts"

/** What a door has of a session: the last whole manifest, and what changed since. */
interface Roster {
  readonly manifest: string
  readonly deltas: readonly string[]
  readonly cursor: string | null
}

/** How often each verdict was given; of those by a delta or by an upload, how many. */
export type Tally = Readonly<Record<string, number>>

/**
 * A door that was told everything a moment ago and the service judge the same tap alike, tap after
 * tap, whatever happened before (docs/door-protocol.md#order-of-the-rules). What a manifest cannot
 * say is the one difference there may be:
 *
 * - the service's own gates, and frozen cards that no manifest lists: of people whom nobody lists,
 *   and at a walk-in door those of other organizations. To the door these are people it does not
 *   know;
 * - whom the service does not know either, as somebody whose account is disabled, is a stranger to
 *   the door: at a walk-in door a guest, elsewhere undetermined;
 * - wallets other than the canonical one stand for a person, and the wallet of a frozen card for
 *   that card, at the service alone: they are not tapped here;
 * - who closed a door, when it was cancelled, and when somebody came in is told by the service
 *   alone.
 */
export const playParity = async (
  ways: Ways,
  {
    seed,
    taps,
    lapses = false,
  }: { readonly seed: number; readonly taps: number; readonly lapses?: boolean },
): Promise<Tally> => {
  const chance = chanceOf(seed)
  const pick: Pick = (all) => all[chance.below(all.length)] as (typeof all)[number]
  const organization = await createParityOrganization(ways.symbolon, chance)
  const app = await ways.appOf(organization.club)
  const { symbolon, sessions } = organization
  const now = () => symbolon.clock.now().getTime()
  const rosters = new Map<string, Roster>()
  const tapped = new Map<string, number>()
  const tally: Record<string, number> = {}
  const note = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1
  }
  for (let n = 0; n < taps; n += 1) {
    // In the end, so that what is over then was in force before.
    if (lapses && (n === taps - 90 || n === taps - 10)) await passMonth(organization)
    while (chance.below(3) > 0) await randomEvent(organization, pick, n * 100 + chance.below(100))
    const { slug } = pick(sessions)
    if (chance.happens(700)) await openAgain(organization, slug)
    // Which of two admissions at the very same moment was the first, their keys decide: that is no
    // order of taps.
    if (tapped.get(slug) === now()) await symbolon.testClock?.moveTo(new Date(now() + 1))
    tapped.set(slug, now())
    const before = rosters.get(slug)
    const roster = await refresh(app, slug, before, chance.happens(700))
    rosters.set(slug, roster)
    if (roster.deltas.length > (before?.deltas.length ?? 0)) note("by delta")
    const trustKeys = (await app.trustKeys(slug)).body as unknown as ConstructorParameters<
      typeof Door
    >[0]["trustKeys"]
    const door = new Door({
      trustKeys,
      now,
      deviceId: `parity-${n}`,
      store: memoryStore(),
      verify: native,
    })
    door.load(roster.manifest, roster.deltas)
    const tap = await drawTap(organization, pick, n)
    const said = door.admit({
      tap: tap.identifier as { readonly type: "card"; readonly value: string },
    })
    const manifest = (await app.manifest(slug)).body.payload as unknown as CheckinManifest
    const where = `seed ${seed}, tap ${n}: ${tap.identifier.value} at ${slug}`
    // What the door did is uploaded now and then, instead of asking the service itself.
    if (said.decision === "admitted" && chance.happens(400)) {
      const [owed] = door.outbox(1)
      const answer = await app.admitAll(slug, [owed as Tap])
      equal(answer.status, 200, where)
      const result = answer.body.results[0]
      // Nobody's card, or one that counts for nobody here: to a walk-in door a guest like any
      // other.
      if (tap.identifier.value === nobody || codeOf(result) === "identifier_unresolved")
        deepEqual(
          [said.seat, said.wallet_address, codeOf(result)],
          ["walk_in", null, "identifier_unresolved"],
          where,
        )
      else if (isUnlistedFrozenCard(result ?? {}, tap, manifest)) {
        deepEqual([said.seat, said.wallet_address], ["walk_in", null], where)
        sameUpload(result ?? {}, asHolder(String(result?.["wallet_address"]), manifest), where)
        note("by upload of a frozen card that is not listed")
      } else sameUpload(result ?? {}, said, where)
      note("by upload")
    } else {
      const reported = await app.admit(slug, tap)
      const isKnown = reported.status === 200 && !isUnknownToDoors(reported, tap, manifest)
      if (isKnown) sameVerdict(reported, said, where)
      else
        deepEqual(summary(said), unknownPerson(manifest, tap, now()), `${where}: ${reported.text}`)
      note(
        `service: ${String(reported.body["blocked_reason"] ?? reported.body["code"] ?? reported.body["seat"])}`,
      )
    }
    note(`${said.decision} ${said.blocked_reason ?? said.undetermined_reason ?? said.seat}`)
  }
  return tally
}

const native = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
  const x = Buffer.from(key).toString("base64url")
  return verify(
    null,
    message,
    createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }),
    signature,
  )
}

/** The roster as it is now, by a delta where there is one to be had. */
const refresh = async (
  service: DoorService,
  slug: string,
  before: Roster | undefined,
  wantsDelta: boolean,
): Promise<Roster> => {
  if (before !== undefined && before.cursor !== null && wantsDelta && before.deltas.length < 8) {
    const delta = await service.delta(slug, before.cursor)
    if (delta.status === 200)
      return {
        ...before,
        deltas: [...before.deltas, delta.text],
        cursor: String(delta.body["next_cursor"]),
      }
    equal(delta.status, 410, delta.text)
  }
  const manifest = await service.manifest(slug)
  equal(manifest.status, 200, manifest.text)
  return { manifest: manifest.text, deltas: [], cursor: manifest.body.delta_cursor }
}

/** A card or the wallet by which rosters know somebody; now and then nobody's. */
const drawTap = async (
  { symbolon, club, cards, people }: ParityOrganization,
  pick: Pick,
  n: number,
): Promise<Tap> => {
  const apart = await portsOf(symbolon).storage.transact("read", async (tx) => [
    ...(await tx.cards.heldBy(people.map(({ user }) => user.uuid))),
    ...(await tx.cards.frozenIn(club.uuid, undefined, 100)),
  ])
  const loose = cards
    .filter(({ uuid }) => apart.every((card) => card.uuid !== uuid))
    .map(({ walletAddress }) => walletAddress)
  const identifier = pick<Tap["identifier"]>([
    ...[1, 2, 3].map(() => ({ type: "card", value: pick(cards).identifier }) as const),
    ...[1, 2].map(() => ({ type: "wallet", value: pick(people).wallet }) as const),
    { type: "wallet", value: pick([...loose, pick(people).wallet]) },
    { type: "card", value: ` ${pick(cards).identifier.toLowerCase()}\r` },
    { type: "card", value: nobody },
  ])
  return { identifier, idempotency_key: `parity ${n}` }
}

const summary = ({ decision, blocked_reason, undetermined_reason, seat }: DoorVerdict) => [
  decision,
  blocked_reason ?? undetermined_reason ?? seat,
]

/** What a door says of somebody whom it does not know, said once more from the manifest alone. */
const unknownPerson = (manifest: CheckinManifest, tap: Tap, now: number): readonly unknown[] => {
  if (manifest.cancelled) return ["blocked", "session_cancelled"]
  // Of somebody whose account is disabled, too.
  if (isFrozenIn(manifest, tap)) return ["blocked", "card_frozen"]
  if (!manifest.checkin_open) return ["blocked", "checkin_closed"]
  if (manifest.checkin_opens_at !== null && now < Date.parse(manifest.checkin_opens_at))
    return ["blocked", "checkin_not_started"]
  if (manifest.checkin_closes_at !== null && now >= Date.parse(manifest.checkin_closes_at))
    return ["blocked", "checkin_ended"]
  if (manifest.roster_kind !== "none") return ["undetermined", "not_on_roster"]
  const walkIns = Object.values(manifest.admitted).filter(({ has_ticket }) => !has_ticket).length
  const isFull =
    manifest.max_attendees !== null && manifest.reserved + walkIns >= manifest.max_attendees
  return isFull ? ["blocked", "session_full"] : ["admitted", "walk_in"]
}

const codeOf = (result: Readonly<Record<string, unknown>> | undefined): unknown =>
  (result?.["error"] as { readonly code?: unknown } | undefined)?.code

/** A card that nobody gave out. */
const nobody = "04C-NOBODY"

const gates: ReadonlySet<unknown> = new Set(GATE_REASONS)

const isUnknownToDoors = ({ body }: Told, tap: Tap, manifest: CheckinManifest): boolean =>
  gates.has(body["blocked_reason"]) ||
  (body["blocked_reason"] === "card_frozen" && !isFrozenIn(manifest, tap))

const isFrozenIn = ({ frozen_card_identifiers: frozen }: CheckinManifest, { identifier }: Tap) =>
  frozen.includes(identifier.value.trim().toUpperCase())

/**
 * Whether a door that refuses frozen cards took one for a guest's, since its manifest does not list
 * it.
 */
const isUnlistedFrozenCard = (
  result: Readonly<Record<string, unknown>>,
  tap: Tap,
  manifest: CheckinManifest,
): boolean =>
  result["disputed_reason"] === "card_frozen" &&
  !manifest.admits_frozen_cards &&
  !isFrozenIn(manifest, tap)

interface Admission {
  readonly reentry: boolean
  readonly seat: DoorVerdict["seat"]
}

/** How the holder of such a card comes in, by what the manifest says of the holder. */
const asHolder = (
  wallet: string,
  { admitted, roster, allow_reentry: allowsReentry }: CheckinManifest,
): Admission => {
  if (allowsReentry && admitted[wallet] !== undefined) return { reentry: true, seat: "none" }
  const hasTicket = [admitted, roster].some((list) => list[wallet]?.has_ticket === true)
  return { reentry: false, seat: hasTicket ? "ticket" : "walk_in" }
}

const sameVerdict = ({ body }: Told, said: DoorVerdict, where: string): void => {
  const { decision, blocked_reason, reentry, seat } = said
  deepEqual(
    { decision, blocked_reason, reentry, seat },
    {
      decision: body["decision"],
      blocked_reason: body["blocked_reason"],
      reentry: body["reentry"],
      seat: body["seat"],
    },
    where,
  )
  // A walk-in door does not know whose a card is.
  if (said.wallet_address !== null) equal(said.wallet_address, body["wallet_address"], where)
  const details = (body["details"] ?? {}) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(said.details))
    equal(details[name], value, `${where}: ${name}`)
}

const sameUpload = (
  result: Readonly<Record<string, unknown>>,
  { reentry, seat }: Admission,
  where: string,
): void => {
  ok(
    result["disputed_reason"] === null || result["disputed_reason"] === "card_frozen",
    `${where}: ${JSON.stringify(result)}`,
  )
  const { decision, reentry: again, seat: taken } = result
  deepEqual(
    { decision, reentry: again, seat: taken },
    { decision: "admitted", reentry, seat },
    `${where}: ${JSON.stringify(result)}`,
  )
}
