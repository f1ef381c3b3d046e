import type { User } from "../accounts/user.ts"
import type { Activity } from "../activities/activity.ts"
import type { Admission, Presence } from "../admission/presence.ts"
import type { Job } from "../jobs/job.ts"
import type { LedgerHead, Outcome } from "../ledger/change.ts"
import type { Transaction } from "../ledger/transaction.ts"
import type { IssuedManifest } from "../manifest/issued-manifest.ts"
import type { Membership } from "../memberships/membership.ts"
import type { OauthClient, OauthSession } from "../oauth/client.ts"
import type { Organization, StaffMember } from "../organizations/organization.ts"
import type { OutboxEvent } from "../outbox/event.ts"
import type { ServiceKey } from "../service-keys/service-key.ts"
import type { Session } from "../sessions/session.ts"
import type { Tier } from "../tiers/tier.ts"
import type { SealedKey, Wallet } from "../wallets/wallet.ts"
import { place, type Table, table, type UndoLog } from "./table.ts"

/** A job with what only the queue knows of it. */
export interface QueuedJob extends Job {
  readonly leaseUntil: Date | undefined
  readonly token: number
  readonly isBuried: boolean
}

/** All tables: what is in them, by which key, and what is unique besides. */
export type Tables = ReturnType<typeof openTables>

export const openTables = (log: UndoLog) => ({
  names: table<{ readonly name: string }>(log, ({ name }) => name),
  organizations: table<Organization>(log, ({ uuid }) => uuid, ({ slug }) => [slug]),
  staff: table<StaffMember>(log, ({ organizationUuid, userUuid }) => place(organizationUuid, userUuid)),
  users: table<User>(log, ({ uuid }) => uuid, ({ username }) => [username]),
  passwords: table<{ readonly userUuid: string; readonly hash: string }>(log, ({ userUuid }) => userUuid),
  tiers: table<Tier>(log, ({ uuid }) => uuid, ({ organizationUuid, slug }) => [place(organizationUuid, slug)]),
  memberships: table<Membership>(
    log,
    ({ uuid }) => uuid,
    ({ organizationUuid, userUuid, endedAt }) => (endedAt === undefined ? [place(organizationUuid, userUuid)] : []),
  ),
  wallets: table<Wallet>(log, ({ address }) => address, walletPlaces),
  walletKeys: table<{ readonly address: string; readonly key: SealedKey }>(log, ({ address }) => address),
  outcomes: table<Outcome>(log, ({ key }) => key),
  transactions: table<Transaction>(
    log,
    ({ body }) => body.id,
    ({ body, logIndex }) => [
      place("from", body.from_address, body.from_sequence),
      place("to", body.to_address, body.to_sequence),
      place("log", logIndex),
    ],
  ),
  ledger: table<LedgerHead>(log, () => theLedger),
  activities: table<Activity>(log, ({ uuid }) => uuid, ({ slug }) => [slug]),
  sessions: table<Session>(log, ({ uuid }) => uuid, ({ slug }) => [slug]),
  presences: table<Presence>(log, ({ uuid }) => uuid, ({ sessionUuid, walletAddress }) => [place(sessionUuid, walletAddress)]),
  admissions: table<Admission>(
    log,
    ({ uuid }) => uuid,
    ({ sessionUuid, clientId, idempotencyKey }) => [place(sessionUuid, clientId, idempotencyKey)],
  ),
  manifests: table<IssuedManifest>(log, ({ sessionUuid, manifestVersion }) => place(sessionUuid, manifestVersion)),
  manifestVersions: table<{ readonly sessionUuid: string; readonly version: number }>(log, ({ sessionUuid }) => sessionUuid),
  oauthClients: table<OauthClient>(log, ({ clientId }) => clientId),
  oauthSessions: table<OauthSession>(log, ({ sid }) => sid),
  serviceKeys: table<ServiceKey>(log, ({ keyId }) => keyId, ({ purpose, status }) => (status === "active" ? [purpose] : [])),
  jobs: table<QueuedJob>(log, ({ uuid }) => uuid, ({ key, isBuried }) => (key === undefined || isBuried ? [] : [key])),
  outbox: table<OutboxEvent>(log, ({ uuid }) => uuid),
})

/** Key of the ledger's one row. */
export const theLedger = "ledger"

/** The place of a wallet that its holder has one of, or none. */
export const walletPlace = (kind: Exclude<Wallet["kind"], "card">, holder: string | undefined, organizationUuid: string | undefined): string =>
  place(kind, holder ?? "", organizationUuid ?? "")

function walletPlaces({ kind, userUuid, organizationUuid, isPrimary }: Wallet): readonly string[] {
  if (kind === "card") return []
  if (kind !== "user") return [walletPlace(kind, undefined, organizationUuid)]
  const primary = isPrimary ? [walletPlace(kind, userUuid, undefined)] : []
  return organizationUuid === undefined ? primary : [...primary, walletPlace(kind, userUuid, organizationUuid)]
}

/** Adds a row that must be new. */
export const addNew = <Row>(rows: Table<Row>, row: Row, what: string): void => {
  if (!rows.add(row)) throw new Error(`The ${what} is there already.`)
}
