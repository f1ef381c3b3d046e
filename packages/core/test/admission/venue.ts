import type { AdmissionRequest, Storage, Symbolon } from "../../src/index.ts"
import { makeClub, makeSession, openWorld, start } from "../world.ts"

type Settings = NonNullable<Parameters<typeof makeSession>[2]>

/** Everything on one page. */
export const wholePage = {
  page: 1,
  pageSize: 100,
  sortBy: "first_admitted_at",
  sortOrder: "asc",
} as const

/** So many seconds after the world began. */
export const second = (n: number): Date => new Date(Date.parse(start) + n * 1000)

/** A club of `members` people, a template of tickets, and doors to try. */
export const openVenue = async (storage?: Storage, members = 4) => {
  const { symbolon, clock } = await openWorld(storage)
  const { club, people, owner } = await makeClub(symbolon, members)
  const issue = async (username: string, name = "Regatta", activityUuid?: string) => {
    const { transaction } = await symbolon.rewards.issueTicket({
      organization: club.slug,
      of: { name },
      to: { type: "username", value: username },
      idempotencyKey: `${name} ${username}`,
      ...(activityUuid === undefined ? {} : { activityUuid }),
    })
    return transaction.body
  }
  const doorOf = async (settings: Settings = {}) => {
    const { session, activity } = await makeSession(symbolon, club.slug, settings)
    return { session, activity, ...tapsAt(symbolon, session.slug) }
  }
  return {
    symbolon,
    clock,
    club,
    owner,
    people,
    wallets: people.map(({ wallet }) => wallet),
    issue,
    doorOf,
  }
}

/**
 * What the record says of admissions by now, by key: whether each is disputed. Keys are the host's.
 */
export const disputesOf = (
  storage: Storage,
  sessionUuid: string,
  keys: readonly string[],
  clientId = "host",
) =>
  storage.transact("read", async (tx) =>
    Object.fromEntries(
      (await tx.presences.findAdmissions(sessionUuid, clientId, keys)).map((row) => [
        row.idempotencyKey,
        row.disputedReason,
      ]),
    ),
  )

let taps = 0

const tapsAt = (symbolon: Symbolon, session: string) => {
  /** Taps somebody, by wallet unless said otherwise. */
  const tap = (value: string, more: Partial<AdmissionRequest> = {}) =>
    symbolon.admission.admit({ session, request: request(value, more) })
  const attendees = async (
    of: { readonly isUndone?: boolean; readonly isDisputed?: boolean } = {},
  ) =>
    (await symbolon.admission.attendees({ session, page: wholePage, ...of })).items.map(
      ({ presence }) => presence,
    )
  return { tap, attendees }
}

/** A tap with a key of its own. */
export const request = (value: string, more: Partial<AdmissionRequest> = {}): AdmissionRequest => {
  taps += 1
  return { identifier: { type: "wallet", value }, idempotencyKey: `tap-${taps}`, ...more }
}
