/** Says to this process's background work that there may be more to do. */
export interface WakeUp {
  /** Calls the listener, if there is one. */
  readonly wake: () => void
  /** Names the one listener. */
  readonly listen: (listener: () => void) => void
}

/** A wake-up that nobody listens to yet. */
export const openWakeUp = (): WakeUp => {
  let wake = (): void => undefined
  return {
    wake: () => wake(),
    listen: (listener) => {
      wake = listener
    },
  }
}
