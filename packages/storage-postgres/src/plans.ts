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

const opened = (begin: string): string =>
  [begin, ...settings.map((setting) => `set local ${setting}`)].join("; ")

const beginnings = {
  write: opened("begin isolation level read committed read write"),
  read: opened("begin isolation level repeatable read read only"),
} as const

/** To plan some fifty statements again takes a connection a few milliseconds. */
const renewalMs = 2000

/**
 * Answers how the next transaction of a connection begins. Its plans are made anew when they are two
 * seconds old: which of two indexes is the narrower one cannot be seen while both are nearly empty,
 * and a table can be filled within seconds, long before anybody analyses it.
 */
export const openBeginnings = (now: () => number): ((mode: "read" | "write") => string) => {
  let renewedAt = now()
  return (mode) => {
    const at = now()
    if (at - renewedAt < renewalMs) return beginnings[mode]
    renewedAt = at
    return `${beginnings[mode]}; discard plans`
  }
}
