import { createClient } from "./clients.ts"
import type { Command } from "./command.ts"
import { demo } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { exportLedger, verifyLedger } from "./ledger.ts"
import { migrateStatus, migrateUp } from "./migrate.ts"
import { openapi } from "./openapi.ts"
import { createOrganization, listOrganizations } from "./organizations.ts"
import { createUser, showUser } from "./people.ts"
import { serve } from "./serve.ts"

/** All commands, in the order in which help names them. */
export const allCommands: readonly Command[] = [
  serve,
  demo,
  doctor,
  migrateStatus,
  migrateUp,
  createUser,
  showUser,
  createOrganization,
  listOrganizations,
  createClient,
  exportLedger,
  verifyLedger,
  openapi,
]
