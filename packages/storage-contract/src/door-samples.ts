import type {
  Admission,
  Device,
  IssuedManifest,
  Presence,
  RosterEntry,
  Storage,
} from "@symbolon/core/storage"
import { club, found } from "./club.ts"
import { address, at, numberOf, text, uuid } from "./samples.ts"
import { write } from "./storage-case.ts"

// What doors read and leave, made from a number.

export const device = (
  n: number,
  of: Pick<Device, "organizationUuid" | "sessionUuid"> & Partial<Device>,
): Device => ({
  uuid: uuid(n),
  name: undefined,
  clientId: undefined,
  createdByUserUuid: undefined,
  tokenUuid: uuid(n),
  issuedAt: at(n),
  notBefore: at(0),
  expiresAt: at(n + 86_400_000),
  createdAt: at(n),
  revokedAt: undefined,
  ...of,
})

export const manifest = (
  sessionUuid: string,
  manifestVersion: number,
  change: Partial<IssuedManifest> = {},
): IssuedManifest => ({
  sessionUuid,
  manifestVersion,
  generatedAt: at(manifestVersion),
  validUntil: at(43_200_000 + manifestVersion),
  keyId: "key-1",
  signature: text(manifestVersion, 86),
  baseVersion: undefined,
  head: `{"manifest_version":${manifestVersion}}`,
  walkIns: 0,
  cursorKey: text(manifestVersion, 22),
  ...change,
})

/** An entry of the race's roster for the wallet of its number, from version 1 on. */
export const rosterEntry = (n: number, change: Partial<RosterEntry> = {}): RosterEntry => ({
  uuid: uuid(n),
  sessionUuid: club.race.uuid,
  list: "roster",
  walletAddress: address(n),
  cardIdentifiers: [],
  frozenCardIdentifiers: [],
  hasTicket: false,
  endsAt: undefined,
  sinceVersion: 1,
  untilVersion: undefined,
  ...change,
})

/** The numbers that entries were made from, ascending. */
export const entryNumbers = (entries: readonly RosterEntry[]): readonly number[] =>
  entries.map((entry) => numberOf(entry.uuid)).toSorted((a, b) => a - b)

export const presence = (
  n: number,
  of: Pick<Presence, "sessionUuid" | "walletAddress"> & Partial<Presence>,
): Presence => ({
  uuid: uuid(n),
  userUuid: undefined,
  seat: "walk_in",
  firstAdmittedAt: at(n),
  lastAdmittedAt: at(n),
  recordedAt: at(n),
  source: "online",
  cardIdentifier: undefined,
  seatsLeft: undefined,
  seatsVersion: undefined,
  isOverCapacity: false,
  disputedReason: undefined,
  undoneAt: undefined,
  undoneBy: undefined,
  ...of,
})

export const admission = (
  n: number,
  of: Pick<Admission, "presenceUuid" | "sessionUuid" | "clientId" | "walletAddress"> &
    Partial<Admission>,
): Admission => ({
  uuid: uuid(n),
  idempotencyKey: `key-${n}`,
  occurredAt: at(n),
  recordedAt: at(n),
  isOffline: false,
  source: "online",
  cardIdentifier: undefined,
  deviceReference: undefined,
  manifestVersion: undefined,
  ordinal: 0,
  hasTicket: false,
  seatsLeft: undefined,
  seatsVersion: undefined,
  allowsReentry: false,
  admissionsAllowed: undefined,
  ownDispute: undefined,
  isReentry: false,
  disputedReason: undefined,
  answeredReentry: false,
  answeredDispute: undefined,
  answeredFirstAdmittedAt: at(n),
  ...of,
})

/** Ann at the race. */
export const annInRace = {
  sessionUuid: club.race.uuid,
  walletAddress: club.annsPurse.address,
}

/** Writes presences that nothing stands in the way of. */
export const addPresences = async (
  storage: Storage,
  ...rows: readonly Presence[]
): Promise<void> => {
  await write(storage, async (tx) => {
    for (const row of rows) await tx.presences.addAll([row])
  })
}

/** A club with Ann present at the race: the presence 100. */
export const foundWithAnnPresent = async (storage: Storage): Promise<void> => {
  await found(storage)
  await addPresences(storage, presence(100, annInRace))
}

/**
 * A club with all four present at the race, the last by wallet first to come, and Ann at the
 * dinner. Returns the presences at the race by wallet: 109 to 106.
 */
export const foundWithAllPresent = async (storage: Storage): Promise<readonly Presence[]> => {
  await found(storage)
  const rows = club.purses.map(({ address: walletAddress }, n) =>
    presence(109 - n, { sessionUuid: club.race.uuid, walletAddress }),
  )
  await addPresences(
    storage,
    ...rows.toReversed(),
    presence(110, { ...annInRace, sessionUuid: club.dinner.uuid }),
  )
  return rows
}
