import { oneTimeTokens, userLists } from "./cases/accounts.ts"
import { activityChanges } from "./cases/activities.ts"
import { admissions } from "./cases/admissions.ts"
import { assets } from "./cases/assets.ts"
import { boundaries } from "./cases/boundaries.ts"
import { cardModels } from "./cases/card-models.ts"
import { inventories } from "./cases/inventories.ts"
import { cardBatches } from "./cases/card-batches.ts"
import { cards } from "./cases/cards.ts"
import { checkouts } from "./cases/checkouts.ts"
import { cachedContents } from "./cases/cached-contents.ts"
import { contents, decryptionKeys, wrappedKeys } from "./cases/contents.ts"
import { deletedOrganizations } from "./cases/deleted-organizations.ts"
import { deliveries } from "./cases/deliveries.ts"
import { walkCases } from "./cases/walks.ts"
import { contactLists } from "./cases/contact-lists.ts"
import { contacts } from "./cases/contacts.ts"
import { devices } from "./cases/devices.ts"
import { files } from "./cases/files.ts"
import { consents, oauthCodes, refreshTokens } from "./cases/grants.ts"
import { jobQueues } from "./cases/job-queues.ts"
import { jobs } from "./cases/jobs.ts"
import { ledgerConstraints } from "./cases/ledger-constraints.ts"
import { ledgerOrigin } from "./cases/ledger-origin.ts"
import { ledgerSettling } from "./cases/ledger-settling.ts"
import { ledgerTiles } from "./cases/ledger-tiles.ts"
import { ledger } from "./cases/ledger.ts"
import { manifests } from "./cases/manifests.ts"
import { membershipHistory } from "./cases/membership-history.ts"
import { membershipHolders } from "./cases/membership-holders.ts"
import { membershipLists } from "./cases/membership-lists.ts"
import { membershipMoves } from "./cases/membership-moves.ts"
import { membershipRows } from "./cases/membership-rows.ts"
import { membershipSearch } from "./cases/membership-search.ts"
import { membershipTerms } from "./cases/membership-terms.ts"
import { memberships } from "./cases/memberships.ts"
import { oauthClients } from "./cases/oauth-clients.ts"
import { oauthSessions } from "./cases/oauth-sessions.ts"
import { passkeys } from "./cases/passkeys.ts"
import { paymentConnections, paymentInbox } from "./cases/payments.ts"
import { names, organizations, staff } from "./cases/people.ts"
import { presenceCounts } from "./cases/presence-counts.ts"
import { movedSessions } from "./cases/moved-sessions.ts"
import { presenceLists } from "./cases/presence-lists.ts"
import { presences } from "./cases/presences.ts"
import { profilePages } from "./cases/profile-pages.ts"
import { profileTemplates } from "./cases/profile-templates.ts"
import { mirroredAssets } from "./cases/mirrored-assets.ts"
import { rewardBatches } from "./cases/reward-batches.ts"
import { rewardDeliveries } from "./cases/reward-deliveries.ts"
import { rewardLists } from "./cases/reward-lists.ts"
import { rewardTemplateRows } from "./cases/reward-templates.ts"
import { rewardTemplates, tickets, ticketsAmong } from "./cases/rewards.ts"
import { rewardTriggers } from "./cases/reward-triggers.ts"
import { triggerCounting } from "./cases/trigger-counting.ts"
import { rosterChanges } from "./cases/roster-changes.ts"
import { rosterEntries } from "./cases/roster-entries.ts"
import { rosters } from "./cases/rosters.ts"
import { outbox, serviceKeys } from "./cases/service.ts"
import { series, sessionRows } from "./cases/session-rows.ts"
import { activities, sessions } from "./cases/sessions.ts"
import { credentialKeys } from "./cases/credential-keys.ts"
import { issuances } from "./cases/issuances.ts"
import { links } from "./cases/links.ts"
import { logins, oauthChallenges } from "./cases/sign-ins.ts"
import { invitations, staffChanges } from "./cases/staff.ts"
import { ticketedPresences } from "./cases/ticketed-presences.ts"
import { tierChanges } from "./cases/tier-changes.ts"
import { tiers } from "./cases/tiers.ts"
import { transactionLists } from "./cases/transaction-lists.ts"
import { transactions } from "./cases/transactions.ts"
import { users } from "./cases/users.ts"
import { values } from "./cases/values.ts"
import { wallets } from "./cases/wallets.ts"
import { webhooks } from "./cases/webhooks.ts"
import type { StorageCase } from "./storage-case.ts"

/** Everything a storage adapter must do: one that passes is a storage for all of Symbolon. */
export const storageContract: readonly StorageCase[] = [
  ...transactions,
  ...values,
  ...names,
  ...organizations,
  ...deletedOrganizations,
  ...staff,
  ...staffChanges,
  ...invitations,
  ...users,
  ...userLists,
  ...oneTimeTokens,
  ...logins,
  ...passkeys,
  ...tiers,
  ...tierChanges,
  ...wallets,
  ...decryptionKeys,
  ...contents,
  ...cachedContents,
  ...wrappedKeys,
  ...ledgerOrigin,
  ...ledger,
  ...ledgerConstraints,
  ...ledgerSettling,
  ...ledgerTiles,
  ...transactionLists,
  ...rewardLists,
  ...memberships,
  ...membershipRows,
  ...membershipLists,
  ...membershipHolders,
  ...membershipSearch,
  ...membershipTerms,
  ...membershipHistory,
  ...membershipMoves,
  ...paymentConnections,
  ...checkouts,
  ...paymentInbox,
  ...cards,
  ...cardBatches,
  ...profilePages,
  ...issuances,
  ...credentialKeys,
  ...links,
  ...assets,
  ...profileTemplates,
  ...files,
  ...contacts,
  ...contactLists,
  ...walkCases,
  ...inventories,
  ...cardModels,
  ...rewardBatches,
  ...mirroredAssets,
  ...rewardDeliveries,
  ...rewardTemplates,
  ...rewardTemplateRows,
  ...rewardTriggers,
  ...triggerCounting,
  ...tickets,
  ...ticketsAmong,
  ...activities,
  ...activityChanges,
  ...sessions,
  ...sessionRows,
  ...series,
  ...presences,
  ...presenceCounts,
  ...presenceLists,
  ...movedSessions,
  ...admissions,
  ...ticketedPresences,
  ...rosterChanges,
  ...rosters,
  ...rosterEntries,
  ...manifests,
  ...oauthClients,
  ...oauthSessions,
  ...oauthCodes,
  ...refreshTokens,
  ...oauthChallenges,
  ...consents,
  ...devices,
  ...serviceKeys,
  ...jobs,
  ...jobQueues,
  ...outbox,
  ...webhooks,
  ...deliveries,
  ...boundaries,
]
