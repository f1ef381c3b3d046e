import { people } from "./0001-people.ts"
import { memberships } from "./0002-memberships.ts"
import { ledger } from "./0003-ledger.ts"
import { attendance } from "./0004-attendance.ts"
import { access } from "./0005-access.ts"
import { work } from "./0006-work.ts"
import { signIn } from "./0007-sign-in.ts"
import { payments } from "./0008-payments.ts"
import { cards } from "./0009-cards.ts"
import { rosters } from "./0010-rosters.ts"
import { webhooks } from "./0011-webhooks.ts"
import { rateLimits } from "./0012-rate-limits.ts"
import { jobOrigins } from "./0013-job-origins.ts"
import { files } from "./0014-files.ts"
import { cardModels } from "./0015-cards.ts"
import { images } from "./0016-images.ts"
import { profiles } from "./0017-profiles.ts"
import { contacts } from "./0018-contacts.ts"
import { cardStock } from "./0019-cards.ts"
import { links } from "./0020-links.ts"
import { profileTemplates } from "./0021-profile-templates.ts"
import { cardPages } from "./0022-card-pages.ts"
import { walks } from "./0023-walks.ts"
import { namedInEvents } from "./0063-named-in-events.ts"
import { unvouchedSeats } from "./0064-unvouched-seats.ts"
import { rewards } from "./0025-rewards.ts"
import { profilePageWords } from "./0026-profile-page-words.ts"
import { pendingUploads } from "./0027-pending-uploads.ts"
import { cachedContents } from "./0028-cached-contents.ts"
import { assets } from "./0029-assets.ts"
import { rewardTriggers } from "./0030-reward-triggers.ts"
import { issuances } from "./0032-issuances.ts"
import { rewardBatches } from "./0035-reward-batches.ts"
import { rewardDeliveries } from "./0034-reward-deliveries.ts"
import { credentials } from "./0036-credentials.ts"
import { reversed } from "./0037-reversed.ts"
import { soundSupplies } from "./0038-sound-supplies.ts"
import { sweepsOfRewards } from "./0039-sweeps-of-rewards.ts"
import { ticketTerms } from "./0033-ticket-terms.ts"
import { doorTerms } from "./0040-door-terms.ts"
import { rewardFiles } from "./0041-reward-files.ts"
import { mirroredAssets } from "./0042-mirrored-assets.ts"
import { forgottenTriggers } from "./0043-forgotten-triggers.ts"
import { cardHistory } from "./0044-card-history.ts"
import { answerErrors } from "./0046-answer-errors.ts"
import { receivingWallets } from "./0047-receiving-wallets.ts"
import { listsAlongChains } from "./0050-lists-along-chains.ts"
import { attendances } from "./0057-attendances.ts"
import { sweepsOfJobs } from "./0058-sweeps-of-jobs.ts"
import { rosterLines } from "./0070-roster-lines.ts"
import { cardsMadeFor } from "./0072-cards-made-for.ts"
import { unnamedWallets } from "./0071-unnamed-wallets.ts"
import { filesOfOwners } from "./0073-files-of-owners.ts"
import { countedBytes } from "./0074-counted-bytes.ts"
import type { Migration } from "./migration.ts"

/** Every step of the schema, in order. */
export const migrations: readonly Migration[] = [
  people,
  memberships,
  ledger,
  attendance,
  access,
  work,
  signIn,
  payments,
  cards,
  rosters,
  webhooks,
  rateLimits,
  jobOrigins,
  files,
  cardModels,
  images,
  profiles,
  contacts,
  cardStock,
  links,
  profileTemplates,
  cardPages,
  walks,
  rewards,
  profilePageWords,
  pendingUploads,
  cachedContents,
  assets,
  rewardTriggers,
  issuances,
  ticketTerms,
  rewardDeliveries,
  rewardBatches,
  credentials,
  reversed,
  soundSupplies,
  sweepsOfRewards,
  doorTerms,
  rewardFiles,
  mirroredAssets,
  forgottenTriggers,
  cardHistory,
  answerErrors,
  receivingWallets,
  listsAlongChains,
  attendances,
  sweepsOfJobs,
  namedInEvents,
  unvouchedSeats,
  rosterLines,
  unnamedWallets,
  cardsMadeFor,
  filesOfOwners,
  countedBytes,
]
