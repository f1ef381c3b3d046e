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
import { type Table, table, type UndoLog } from "./table.ts"

/** A job with what only the queue knows of it. */
export interface QueuedJob extends Job {
  readonly leaseUntil: Date | undefined
  readonly token: number
  readonly isBuried: boolean
}

/** All tables, keyed as their repository says. */
export interface Tables {
  readonly names: Table<{ readonly name: string; readonly kind: string; readonly uuid: string }>
  readonly organizations: Table<Organization>
  readonly staff: Table<StaffMember>
  readonly users: Table<User>
  readonly passwords: Table<string>
  readonly tiers: Table<Tier>
  readonly memberships: Table<Membership>
  readonly wallets: Table<Wallet>
  readonly walletKeys: Table<SealedKey>
  readonly outcomes: Table<Outcome>
  readonly transactions: Table<Transaction>
  readonly ledger: Table<LedgerHead>
  readonly activities: Table<Activity>
  readonly sessions: Table<Session>
  readonly presences: Table<Presence>
  readonly admissions: Table<Admission>
  readonly manifests: Table<IssuedManifest>
  readonly manifestVersions: Table<number>
  readonly oauthClients: Table<OauthClient>
  readonly oauthSessions: Table<OauthSession>
  readonly serviceKeys: Table<ServiceKey>
  readonly jobs: Table<QueuedJob>
  readonly outbox: Table<OutboxEvent>
}

export const openTables = (log: UndoLog): Tables => ({
  names: table(log),
  organizations: table(log),
  staff: table(log),
  users: table(log),
  passwords: table(log),
  tiers: table(log),
  memberships: table(log),
  wallets: table(log),
  walletKeys: table(log),
  outcomes: table(log),
  transactions: table(log),
  ledger: table(log),
  activities: table(log),
  sessions: table(log),
  presences: table(log),
  admissions: table(log),
  manifests: table(log),
  manifestVersions: table(log),
  oauthClients: table(log),
  oauthSessions: table(log),
  serviceKeys: table(log),
  jobs: table(log),
  outbox: table(log),
})
