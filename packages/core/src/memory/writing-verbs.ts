import type { Repositories } from "../storage/storage.ts"

/** The verbs that a read refuses, whether or not they would have changed anything. */
export const writingVerbs: { readonly [Noun in keyof Repositories]: readonly (keyof Repositories[Noun])[] } = {
  names: ["claim"],
  organizations: ["add"],
  staff: ["add"],
  users: ["add"],
  tiers: ["add"],
  wallets: ["add"],
  ledger: ["write"],
  transactions: [],
  memberships: ["add", "replace"],
  sessions: ["add"],
  activities: ["add"],
  presences: ["add", "moveEarlier", "addAdmission", "dispute"],
  manifests: ["nextVersion", "keep", "sweep"],
  oauthClients: ["add"],
  oauthSessions: ["open", "end", "sweep"],
  serviceKeys: ["addActive"],
  jobs: ["schedule", "claim", "complete", "retry", "bury"],
  outbox: ["append"],
}
