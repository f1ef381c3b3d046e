import type { Card } from "../../cards/card.ts"
import {
  justifiesAdmission,
  normaliseCardIdentifier,
  type OpenManifest,
  readTap,
} from "../../door/index.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import type { IssuedManifest } from "../../manifest/issued-manifest.ts"
import type { RosterEntry } from "../../manifest/rosters/roster.ts"
import { openCited } from "../../manifest/rosters/steps.ts"
import type { Session } from "../../sessions/session.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { AdmissionRequest } from "../request.ts"
import { type Person, personOf, type Tapped, tapOf } from "./people.ts"

/** What the manifest that an upload cites says of it. */
export interface Citation {
  /** Of its lists, the lines of the person alone. */
  readonly manifest: OpenManifest
  /** Whether it was in force and by itself admits the tap. */
  readonly isJustified: boolean
  /** Whom it names for the tap, where that is another person than the identifier points at now. */
  readonly named: Person | undefined
}

/** An upload with what its tap points at now. */
interface Upload {
  readonly request: AdmissionRequest
  readonly tapped: Tapped | undefined
}

/**
 * What cited manifests say of uploads, by upload. Those that cite none, or one that was never
 * issued to the session or is forgotten, are left out. Issued manifests do not change, so nothing
 * has to be locked; each is read once.
 */
export const citationsOf = step(function* (
  session: Session,
  requests: readonly AdmissionRequest[],
  tapped: ReadonlyMap<string, Tapped>,
  now: Date,
) {
  const tx = yield* Tx
  const uploads = requests.filter(
    ({ isOffline, manifestVersion }) => isOffline === true && manifestVersion !== undefined,
  )
  const citations = new Map<AdmissionRequest, Citation>()
  for (const [version, citing] of Map.groupBy(
    uploads,
    ({ manifestVersion = 0 }) => manifestVersion,
  )) {
    const issued = yield* tx.manifests.find(session.uuid, version)
    if (issued === undefined) continue
    const all = citing.map(
      (request): Upload => ({ request, tapped: tapped.get(tapOf(request.identifier)) }),
    )
    const addresses = new Set(
      all.flatMap(({ request, tapped: now }) => addressesOf(request.identifier, now)),
    )
    const lines =
      addresses.size === 0 ? [] : yield* tx.rosters.entriesOf(session.uuid, [...addresses], version)
    const cited: Cited = {
      session,
      issued,
      lines: Map.groupBy(lines, ({ walletAddress }) => walletAddress),
    }
    for (const upload of all) {
      const citation = yield* citationOf(cited, upload, now)
      if (citation !== undefined) citations.set(upload.request, citation)
    }
  }
  return citations as ReadonlyMap<AdmissionRequest, Citation>
})

interface Cited {
  readonly session: Session
  readonly issued: IssuedManifest
  /** By wallet. */
  readonly lines: ReadonlyMap<string, readonly RosterEntry[]>
}

/** The wallets under which a manifest may know a tap. */
const addressesOf = (
  { type, value }: IdentifierRef,
  tapped: Tapped | undefined,
): readonly string[] => [
  ...(type === "wallet" ? [value.trim().toLowerCase()] : []),
  ...(tapped?.walletAddress === undefined ? [] : [tapped.walletAddress]),
]

const citationOf = step(function* (cited: Cited, { request, tapped }: Upload, now: Date) {
  const named = yield* namedBy(cited, request.identifier, tapped)
  const card = named?.card ?? tapped
  if (card === undefined) return undefined
  const walletAddress = named?.walletAddress ?? tapped?.walletAddress
  const lines = named?.lines ?? cited.lines.get(walletAddress ?? "") ?? []
  const manifest = openCited(cited.issued, lines)
  if (manifest === undefined) return undefined
  const isOther = walletAddress !== undefined && walletAddress !== tapped?.walletAddress
  return {
    manifest,
    isJustified: admits(manifest, request.identifier, request.occurredAt ?? now),
    named: isOther ? yield* personOf(walletAddress, card) : undefined,
  } satisfies Citation
})

/**
 * Whether a manifest was in force and by itself admits the tap. A card that it does not name is a
 * guest's, though its holder stands on it: the door let in the guest.
 */
const admits = (manifest: OpenManifest, identifier: IdentifierRef, at: Date): boolean => {
  const tap = readTap(identifier)
  return tap !== null && justifiesAdmission(manifest, tap, at.getTime())
}

/** The lines under which a manifest knows a tap; undefined where it names no person for it. */
interface Named {
  readonly walletAddress: string
  readonly lines: readonly RosterEntry[]
  readonly card: Pick<Tapped, "isFrozenCard" | "cardIdentifier">
}

const noCard = { isFrozenCard: false, cardIdentifier: undefined }

const namedBy = step(function* (
  cited: Cited,
  { type, value }: IdentifierRef,
  tapped: Tapped | undefined,
) {
  if (type === "wallet") {
    const walletAddress = value.trim().toLowerCase()
    const lines = cited.lines.get(walletAddress)
    return lines === undefined
      ? undefined
      : ({ walletAddress, lines, card: tapped ?? noCard } satisfies Named)
  }
  if (type !== "card") return undefined
  const identifier = normaliseCardIdentifier(value)
  const own = cited.lines.get(tapped?.walletAddress ?? "") ?? []
  if (own.some((line) => line.cardIdentifiers.includes(identifier))) return undefined
  const tx = yield* Tx
  const card = yield* tx.cards.findByIdentifier(identifier)
  const walletAddress = card === undefined ? undefined : yield* otherNamedBy(cited, card, tapped)
  if (card === undefined || walletAddress === undefined) return undefined
  const lines = yield* tx.rosters.entriesOf(
    cited.session.uuid,
    [walletAddress],
    cited.issued.manifestVersion,
  )
  return {
    walletAddress,
    lines,
    card: { isFrozenCard: card.isFrozen, cardIdentifier: identifier },
  } satisfies Named
})

/**
 * Another person under whom a manifest lists a card: the person who has it now, or had it when the
 * manifest was made.
 */
const otherNamedBy = step(function* (
  { session, issued }: Cited,
  card: Card,
  tapped: Tapped | undefined,
) {
  const tx = yield* Tx
  const { holderUserUuid: holder, updatedAt } = card
  const isChanged =
    updatedAt !== undefined && updatedAt.getTime() >= issued.generatedAt.getTime() - marginMs
  if (!isChanged && (holder === undefined || holder === tapped?.userUuid)) return undefined
  return yield* tx.rosters.namedByCard(session.uuid, card.identifier, issued.manifestVersion)
})

/**
 * A change of a card is stamped when it begins, and may be written after a manifest that was
 * stamped later.
 */
const marginMs = 60_000
