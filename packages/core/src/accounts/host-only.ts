import { Result } from "effect"
import type { Caller } from "../access/caller.ts"
import { Forbidden } from "../errors/refusals.ts"

/** Refuses everybody but the host: what only the service's own pages and its operator do. */
export const hostOnly = (caller: Caller, reason: string): Result.Result<void, Forbidden> =>
  caller.kind === "host" ? Result.void : Result.fail(new Forbidden({ reason }))
