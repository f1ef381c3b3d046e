/** The timers that a host uses: those of the platform, or a test's. */
export interface HostTimers {
  readonly setTimeout: (run: () => void, ms: number) => unknown
  readonly clearTimeout: (timer: never) => void
}

/** One timer, and how it is stopped. */
export const startTimer = (timers: HostTimers, run: () => void, ms: number): (() => void) => {
  const timer = timers.setTimeout(run, ms)
  return () => timers.clearTimeout(timer as never)
}

/** The platform's timers. In Node they do not keep the process alive. */
export const platformTimers: HostTimers = {
  setTimeout: (run, ms) => {
    const timer: unknown = setTimeout(run, ms)
    if (
      typeof timer === "object" &&
      timer !== null &&
      "unref" in timer &&
      typeof timer.unref === "function"
    )
      timer.unref()
    return timer
  },
  clearTimeout: (timer) => clearTimeout(timer),
}
