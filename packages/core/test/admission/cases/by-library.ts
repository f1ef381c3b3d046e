import { scopes } from "../../../src/contract/index.ts"
import {
  type AdmissionAnswer,
  type AdmissionRequest,
  type Caller,
  type Facade,
  isSymbolonError,
  type PresenceView,
  type SignedPayload,
  type Storage,
  toEnvelope,
} from "../../../src/index.ts"
import { tokenClaims } from "../../fixtures/staffed-organization.ts"
import { openTestSymbolon } from "../../fixtures/world.ts"
import { wholePage } from "../../fixtures/door-taps.ts"
import type { Body, DoorService, Tap, Told, Ways } from "./service.ts"

/** The service by calls of the library, each as a caller of its kind. */
export const openByLibrary = async (storage?: Storage): Promise<Ways> => {
  const { symbolon } = await openTestSymbolon(storage)
  const as = (caller: Caller) => serviceOf(symbolon.as(caller))
  return {
    symbolon,
    appOf: async ({ uuid }) =>
      as({
        kind: "client",
        ...tokenClaims,
        clientId: `app-${uuid}`,
        organizationUuid: uuid,
        serviceRole: "owner",
      }),
    deviceAt: async ({ slug }) =>
      as(
        await symbolon.authenticate(
          (await symbolon.sessions.createDeviceToken({ session: slug })).token,
        ),
      ),
    person: async (userUuid, organization) =>
      as(
        organization === undefined
          ? {
              kind: "user",
              ...tokenClaims,
              scopes: new Set(Object.keys(scopes)),
              userUuid,
              isServiceStaff: false,
            }
          : {
              kind: "organization",
              ...tokenClaims,
              userUuid,
              isServiceStaff: false,
              organizationUuid: organization.uuid,
            },
      ),
    close: () => symbolon.close(),
  }
}

const serviceOf = ({ sessions }: Facade): DoorService => ({
  admit: (session, tap) =>
    reported(async () => verdict(await sessions.admit({ session, request: request(tap) }))),
  admitAll: (session, taps) =>
    reported(async () => ({
      results: (await sessions.admitBatch({ session, requests: taps.map(request) })).map(
        (outcome) =>
          "decision" in outcome ? verdict(outcome) : { error: toEnvelope(outcome).body },
      ),
    })),
  checkIn: (session, idempotencyKey) =>
    reported(async () => verdict(await sessions.checkIn({ session, idempotencyKey }))),
  undo: (session, attendance) =>
    reported(async () => attendee(await sessions.undoAdmission({ session, attendance }))),
  attendees: (session, { disputed, status } = {}) =>
    reported(async () => {
      const of = { session, page: wholePage, isDisputed: disputed, isUndone: status === "undone" }
      const { items, totalItems } = await sessions.listAttendees(of)
      return { total_items: totalItems, items: items.map(attendee) }
    }),
  manifest: (session) =>
    reported(async () => signed(await sessions.checkinManifest({ session }), "delta_cursor")),
  delta: (session, cursor) =>
    reported(async () =>
      signed(await sessions.checkinManifestDelta({ session, cursor }), "next_cursor"),
    ),
  trustKeys: (session) =>
    reported(async () => ({
      keys: (await sessions.checkinTrustKeys({ session })).map((key) => ({
        key_id: key.keyId,
        algorithm: "Ed25519",
        public_key: key.publicKey,
        purpose: "checkin_manifest",
        not_before: key.notBefore.toISOString(),
        not_after: key.notAfter?.toISOString() ?? null,
        status: key.status,
      })),
    })),
})

/** What a call comes to on the wire. A text is a body that is written already. */
const reported = async (call: () => Promise<object | string>): Promise<Told> => {
  const [status, body] = await call().then(
    (done) => [200, done] as const,
    (reason: unknown) => {
      if (!isSymbolonError(reason)) throw reason
      const refused = toEnvelope(reason)
      return [refused.status, refused.body] as const
    },
  )
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return { status, body: JSON.parse(text) as Body, text }
}

const request = (tap: Tap): AdmissionRequest => ({
  identifier: tap.identifier,
  idempotencyKey: tap.idempotency_key,
  occurredAt: tap.occurred_at === undefined ? undefined : new Date(tap.occurred_at),
  isOffline: tap.offline,
  manifestVersion: tap.manifest_version,
  deviceReference: tap.device_reference,
})

const verdict = (answer: AdmissionAnswer) => ({
  decision: answer.decision,
  blocked_reason: answer.blockedReason ?? null,
  disputed_reason: answer.disputedReason ?? null,
  reentry: answer.isReentry,
  replayed: answer.isReplayed,
  attendance_uuid: answer.attendanceUuid ?? null,
  wallet_address: answer.walletAddress,
  first_admitted_at: answer.firstAdmittedAt ?? null,
  occurred_at: answer.occurredAt,
  recorded_at: answer.recordedAt,
  seat: answer.seat,
  details: Object.keys(answer.details).length === 0 ? null : answer.details,
})

const attendee = ({ presence, user }: PresenceView) => ({
  uuid: presence.uuid,
  user: user === undefined ? null : { uuid: user.uuid, username: user.username },
  wallet_address: presence.walletAddress,
  card_identifier: presence.cardIdentifier ?? null,
  seat: presence.seat,
  admitted_at: presence.firstAdmittedAt,
  occurred_at: presence.lastAdmittedAt,
  recorded_at: presence.recordedAt,
  source: presence.source,
  disputed_reason: presence.disputedReason ?? null,
  undone_at: presence.undoneAt ?? null,
})

const signed = ({ bytes, keyId, signature, deltaCursor }: SignedPayload, cursor: string): string =>
  `{"payload":${Buffer.from(bytes).toString()},"key_id":"${keyId}","signature":"${signature}","${cursor}":${JSON.stringify(deltaCursor ?? null)}}`
