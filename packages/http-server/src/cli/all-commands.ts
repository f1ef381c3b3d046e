import { deleteUser, disableUser, enableUser, setPassword, setupLink } from "./accounts.ts"
import { backup } from "./backup.ts"
import { importCards } from "./cards.ts"
import {
  createClient,
  disableClient,
  listClients,
  rotateClientSecret,
  showClient,
} from "./clients.ts"
import type { Command } from "./command.ts"
import { listDeliveries, redeliver, redeliverRange, showDelivery } from "./deliveries.ts"
import { demo } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { exportUser } from "./export-person.ts"
import { listFiles, sweepFiles, verifyFiles } from "./files.ts"
import { listKeys, revokeKey, rotateKey } from "./keys.ts"
import { exportLedger, verifyLedger } from "./ledger.ts"
import { migrateStatus, migrateUp } from "./migrate.ts"
import { openapi } from "./openapi.ts"
import { createOrganization, listOrganizations, organizationAllowance } from "./organizations.ts"
import { createUser, listUsers, showUser } from "./people.ts"
import { restore } from "./restore.ts"
import {
  issueReward,
  listIssuedRewards,
  listRewards,
  propagateReward,
  showRewardBatch,
} from "./rewards.ts"
import { serve } from "./serve.ts"
import { renewVault } from "./vault-key.ts"
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
  testWebhook,
  updateWebhook,
} from "./webhooks.ts"
import { token } from "./token.ts"
import { witness } from "./witness.ts"
import { listWork, retryWork } from "./work.ts"
import { addStaff, changeStaffRole, listStaff, removeStaff, transferOwnership } from "./staff.ts"

/** All commands, in the order in which help names them. */
export const allCommands: readonly Command[] = [
  serve,
  demo,
  doctor,
  migrateStatus,
  migrateUp,
  backup,
  restore,
  createUser,
  showUser,
  listUsers,
  exportUser,
  setPassword,
  setupLink,
  disableUser,
  enableUser,
  deleteUser,
  createOrganization,
  listOrganizations,
  organizationAllowance,
  listStaff,
  addStaff,
  changeStaffRole,
  removeStaff,
  transferOwnership,
  importCards,
  listRewards,
  issueReward,
  listIssuedRewards,
  propagateReward,
  showRewardBatch,
  token,
  createClient,
  listClients,
  showClient,
  rotateClientSecret,
  disableClient,
  createWebhook,
  listWebhooks,
  showWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  showDelivery,
  redeliver,
  redeliverRange,
  listFiles,
  verifyFiles,
  sweepFiles,
  listWork,
  retryWork,
  listKeys,
  rotateKey,
  revokeKey,
  renewVault,
  exportLedger,
  verifyLedger,
  witness,
  openapi,
]
