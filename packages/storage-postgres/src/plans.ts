import { isPassing } from "./unavailable.ts"

/**
 * What every transaction says before its first statement. Each statement is written for certain
 * indexes, and no other plan is wanted, however small or unknown its tables are when it is planned:
 * a plan that reads a table whole is kept while the table grows. The settings are the transaction's
 * own, so that poolers and others on the same connections see nothing of them.
 */
const settings = [
  // One plan for all values, made once for a connection: for a few keys the planner would else plan
  // anew each time.
  "plan_cache_mode = force_generic_plan",
  "enable_seqscan = off",
  "enable_hashjoin = off",
  "enable_mergejoin = off",
]

const discarding = "discard plans"

/** What a server takes of what transactions would say of plans. */
export interface PlanControls {
  readonly settings: readonly string[]
  readonly discardsPlans: boolean
}

/** All of it, as PostgreSQL takes it. */
export const everyControl: PlanControls = { settings, discardsPlans: true }

/** What asks a server, outside of a transaction. */
interface Asks {
  readonly query: (text: string) => Promise<unknown>
}

/**
 * Asks a server which of the controls it takes. Others speak the protocol of PostgreSQL and do not know
 * every setting of its planner, or no `discard plans`: they go without. One question is enough for a
 * server that takes everything.
 */
export const controlsOf = async (client: Asks, wanted = everyControl): Promise<PlanControls> => {
  const takes = async (asked: readonly string[]): Promise<boolean> => {
    const sets = asked.map((setting) => `set local ${setting}`)
    try {
      await client.query(["begin", ...sets, "rollback"].join("; "))
      return true
    } catch (reason) {
      mustBeRefusal(reason)
      await client.query("rollback")
      return false
    }
  }
  const known: string[] = []
  if (await takes(wanted.settings)) known.push(...wanted.settings)
  else for (const setting of wanted.settings) if (await takes([setting])) known.push(setting)
  const discardsPlans = wanted.discardsPlans && (await discards(client))
  return { settings: known, discardsPlans }
}

const discards = async (client: Asks): Promise<boolean> => {
  try {
    await client.query(discarding)
    return true
  } catch (reason) {
    mustBeRefusal(reason)
    return false
  }
}

/** Rejects with what says nothing of the question: a server that is not there. */
const mustBeRefusal = (reason: unknown): void => {
  if (!(reason instanceof Error) || isPassing(reason)) throw reason
}

/** To plan some fifty statements again takes a connection a few milliseconds. */
const renewalMs = 2000

/**
 * Answers how the next transaction of a connection begins. Its plans are made anew when they are two
 * seconds old: which of two indexes is the narrower one cannot be seen while both are nearly empty,
 * and a table can be filled within seconds, long before anybody analyses it.
 */
export const openBeginnings = (
  now: () => number,
  { settings: known, discardsPlans }: PlanControls = everyControl,
): ((mode: "read" | "write") => string) => {
  const opened = (begin: string): string =>
    [begin, ...known.map((setting) => `set local ${setting}`)].join("; ")
  const beginnings = {
    write: opened("begin isolation level read committed read write"),
    read: opened("begin isolation level repeatable read read only"),
  } as const
  let renewedAt = now()
  return (mode) => {
    const at = now()
    if (!discardsPlans || at - renewedAt < renewalMs) return beginnings[mode]
    renewedAt = at
    return `${beginnings[mode]}; ${discarding}`
  }
}
