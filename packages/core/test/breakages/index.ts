import { ofDoors } from "./doors.ts"
import { ofLedger } from "./ledger.ts"
import { ofMembers } from "./members.ts"
import { transactional } from "./transactions.ts"
import { valued } from "./values.ts"
import { ofWork } from "./work.ts"
import type { Breakage } from "./breakage.ts"

/** Every mistake that the storage contract must notice. */
export const breakages: readonly Breakage[] = [...transactional, ...valued, ...ofMembers, ...ofLedger, ...ofDoors, ...ofWork]
