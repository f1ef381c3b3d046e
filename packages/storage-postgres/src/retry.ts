import { setTimeout as pause } from "node:timers/promises"

/** A transaction that the engine undid so that others could go on, and that runs again. */
export interface Retry {
  /** `40001`: serialization failure; `40P01`: deadlock. */
  readonly code: string
  /** The attempt that failed, from 1. */
  readonly attempt: number
}

const retryable: ReadonlySet<string> = new Set(["40001", "40P01"])
const attemptsMax = 10
const [firstPauseMs, longestPauseMs] = [2, 200]

/**
 * Repeats `attempt` while the engine asks for it, with growing, randomized pauses.
 */
export const retrying = async <A>(
  attempt: () => Promise<A>,
  onRetry: (retry: Retry) => void,
): Promise<A> => {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (reason) {
      const code = codeOf(reason)
      if (code === undefined || !retryable.has(code) || count === attemptsMax) throw reason
      onRetry({ code, attempt: count })
      await pause(Math.random() * Math.min(firstPauseMs * 2 ** count, longestPauseMs))
    }
  }
}

const codeOf = (reason: unknown): string | undefined =>
  reason instanceof Error && "code" in reason && typeof reason.code === "string"
    ? reason.code
    : undefined
