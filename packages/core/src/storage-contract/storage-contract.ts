import { jobs } from "./cases/jobs.ts"
import { ledger, transactionLists } from "./cases/ledger.ts"
import { manifests } from "./cases/manifests.ts"
import { memberships } from "./cases/memberships.ts"
import { names, organizations, staff, users } from "./cases/people.ts"
import { presences } from "./cases/presences.ts"
import { oauthClients, oauthSessions, outbox, serviceKeys } from "./cases/service.ts"
import { activities, sessions } from "./cases/sessions.ts"
import { tiers } from "./cases/tiers.ts"
import { transactions } from "./cases/transactions.ts"
import { values } from "./cases/values.ts"
import { wallets } from "./cases/wallets.ts"
import type { StorageCase } from "./storage-case.ts"

/** Everything a storage adapter must do: one that passes is a storage for all of Symbolon. */
export const storageContract: readonly StorageCase[] = [
  ...transactions,
  ...values,
  ...names,
  ...organizations,
  ...staff,
  ...users,
  ...tiers,
  ...wallets,
  ...ledger,
  ...transactionLists,
  ...memberships,
  ...activities,
  ...sessions,
  ...presences,
  ...manifests,
  ...oauthClients,
  ...oauthSessions,
  ...serviceKeys,
  ...jobs,
  ...outbox,
]
