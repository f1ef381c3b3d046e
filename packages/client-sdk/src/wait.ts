/** Longer than this, `setTimeout` fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** Resolves after `ms`, or rejects with the reason of `signal` as soon as it aborts. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  })
  return abortable(over, signal).finally(() => clearTimeout(timer))
}

/**
 * Settles like `work`, or rejects with the reason of `signal` as soon as it aborts. The work itself
 * continues.
 */
export const abortable = async <T>(
  work: PromiseLike<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  if (signal === undefined) return work
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason)
    leave = () => signal.removeEventListener("abort", onAbort)
    if (signal.aborted) onAbort()
    else signal.addEventListener("abort", onAbort)
  })
  try {
    return await Promise.race([aborted, work])
  } finally {
    leave()
  }
}

/** A signal that aborts when the caller's does and when the time is up. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether the time was up, rather than the caller tired. */
  readonly isOver: () => boolean
  /** Lets go of the timer and of the caller's signal. */
  readonly end: () => void
}

/** Starts a deadline; a `timeoutMs` that no timer can hold sets none. */
export const startDeadline = (timeoutMs: number, caller: AbortSignal | undefined): Deadline => {
  const controller = new AbortController()
  let isOver = false
  const onAbort = (): void => controller.abort(caller?.reason)
  const onTime = (): void => {
    isOver = true
    controller.abort(new DOMException(`No answer within ${timeoutMs} ms`, "TimeoutError"))
  }
  const timer = timeoutMs <= longestTimerMs ? setTimeout(onTime, timeoutMs) : undefined
  if (caller?.aborted) onAbort()
  else caller?.addEventListener("abort", onAbort)
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer)
      caller?.removeEventListener("abort", onAbort)
    },
  }
}
