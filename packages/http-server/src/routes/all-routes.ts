import type { Route } from "../route.ts"
import { accountRoutes } from "./accounts.ts"
import { activityRoutes } from "./activities.ts"
import { attendanceRoutes } from "./attendance.ts"
import { cardModelRoutes } from "./card-models.ts"
import { assetRoutes } from "./assets.ts"
import { heldRewardRoutes } from "./held-rewards.ts"
import { rewardIssueRoutes } from "./reward-issues.ts"
import { rewardTriggerRoutes } from "./reward-triggers.ts"
import { rewardRoutes } from "./rewards.ts"
import { cardRoutes } from "./cards.ts"
import { checkoutRoutes } from "./checkouts.ts"
import { consoleCredentialRoutes } from "./console-credentials.ts"
import { consoleLedgerRoutes } from "./console-ledger.ts"
import { consoleLinkRoutes } from "./console-links.ts"
import { consoleCardRoutes } from "./console-cards.ts"
import { consoleAppRoutes } from "./console-apps.ts"
import { consoleConsentRoutes } from "./console-consents.ts"
import { consolePaymentRoutes } from "./console-payments.ts"
import { consoleProfileRoutes } from "./console-profiles.ts"
import { consoleProfileTemplateRoutes } from "./console-profile-templates.ts"
import { consoleStaffRoutes } from "./console-staff.ts"
import { consoleWebhookRoutes } from "./console-webhooks.ts"
import { contactRoutes } from "./contacts.ts"
import { deviceRoutes } from "./devices.ts"
import { entitlementRoutes } from "./entitlements.ts"
import { fileRoutes } from "./files.ts"
import { membershipRoutes } from "./memberships.ts"
import { ownMembershipRoutes } from "./own-memberships.ts"
import { oauthRoutes } from "./oauth.ts"
import { organizationRoutes } from "./organizations.ts"
import { sessionRoutes } from "./sessions.ts"
import { sessionSeriesRoutes } from "./session-series.ts"
import { staffRoutes } from "./staff.ts"
import { type MoveClock, testConsoleRoutes } from "./test-console.ts"
import { tierRoutes } from "./tiers.ts"
import { userRoutes } from "./users.ts"
import { walletRoutes } from "./wallets.ts"

/**
 * Everything that answers an endpoint; the test console only where there is a test clock to move.
 */
export const allRoutes = (moveClock: MoveClock | undefined): readonly Route[] => [
  ...organizationRoutes,
  ...staffRoutes,
  ...tierRoutes,
  ...membershipRoutes,
  ...ownMembershipRoutes,
  ...checkoutRoutes,
  ...entitlementRoutes,
  ...walletRoutes,
  ...activityRoutes,
  ...sessionRoutes,
  ...sessionSeriesRoutes,
  ...attendanceRoutes,
  ...deviceRoutes,
  ...oauthRoutes,
  ...consoleLedgerRoutes,
  ...cardModelRoutes,
  ...rewardIssueRoutes,
  ...rewardRoutes,
  ...heldRewardRoutes,
  ...rewardTriggerRoutes,
  ...assetRoutes,
  ...cardRoutes,
  ...consoleCardRoutes,
  ...consoleAppRoutes,
  ...consoleStaffRoutes,
  ...consolePaymentRoutes,
  ...consoleConsentRoutes,
  ...consoleProfileRoutes,
  ...consoleLinkRoutes,
  ...consoleProfileTemplateRoutes,
  ...consoleCredentialRoutes,
  ...consoleWebhookRoutes,
  ...contactRoutes,
  ...fileRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...(moveClock === undefined ? [] : testConsoleRoutes(moveClock)),
]
