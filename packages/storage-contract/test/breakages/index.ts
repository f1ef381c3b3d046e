import { ofAccess } from "./access.ts"
import { ofAccounts } from "./accounts.ts"
import { ofActivities } from "./activities.ts"
import type { Breakage } from "./breakage.ts"
import { ofCards, ofRewards } from "./cards.ts"
import { ofContacts } from "./contacts.ts"
import { ofContents } from "./contents.ts"
import { ofCredentials } from "./credentials.ts"
import { ofDevices } from "./devices.ts"
import { ofDoors } from "./doors.ts"
import { ofFiles } from "./files.ts"
import { ofLedgerSettling } from "./ledger-settling.ts"
import { ofLedgerTiles } from "./ledger-tiles.ts"
import { ofLedger } from "./ledger.ts"
import { ofMembers } from "./members.ts"
import { ofMembershipHistory, ofMembershipMoves, ofMembershipTerms } from "./membership-history.ts"
import { ofMembershipLists } from "./membership-lists.ts"
import { ofMembershipRows } from "./membership-rows.ts"
import { ofOrganizations } from "./organizations.ts"
import { ofPasskeys } from "./passkeys.ts"
import { ofPayments } from "./payments.ts"
import { ofProfiles } from "./profiles.ts"
import { ofRosters } from "./rosters.ts"
import { ofSessions } from "./sessions.ts"
import { ofSignIns } from "./sign-ins.ts"
import { ofInvitations, ofStaff } from "./staff.ts"
import { ofTiers } from "./tiers.ts"
import { transactional } from "./transactions.ts"
import { ofUsers } from "./users.ts"
import { valued } from "./values.ts"
import { ofWork } from "./work.ts"

/** Every mistake that the storage contract must notice. */
export const breakages: readonly Breakage[] = [
  ...transactional,
  ...valued,
  ...ofMembers,
  ...ofMembershipRows,
  ...ofMembershipLists,
  ...ofMembershipTerms,
  ...ofMembershipHistory,
  ...ofMembershipMoves,
  ...ofOrganizations,
  ...ofAccounts,
  ...ofTiers,
  ...ofStaff,
  ...ofInvitations,
  ...ofLedger,
  ...ofLedgerSettling,
  ...ofContents,
  ...ofLedgerTiles,
  ...ofCards,
  ...ofRewards,
  ...ofCredentials,
  ...ofFiles,
  ...ofProfiles,
  ...ofContacts,
  ...ofActivities,
  ...ofDoors,
  ...ofRosters,
  ...ofSessions,
  ...ofDevices,
  ...ofPasskeys,
  ...ofPayments,
  ...ofUsers,
  ...ofAccess,
  ...ofSignIns,
  ...ofWork,
]
