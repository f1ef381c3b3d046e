import type { Io } from "./command.ts"

/** The process itself: its streams, its environment, its signals. */
export const nodeIo = (): Io => {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on("error", (reason: NodeJS.ErrnoException) =>
    process.exit(reason.code === "EPIPE" ? 0 : 1),
  )
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readIn: () => process.stdin.setEncoding("utf8") as AsyncIterable<string>,
    env: process.env,
    cwd: process.cwd(),
    isTerminal: process.stdout.isTTY,
    canAnswer: process.stdin.isTTY && process.stderr.isTTY,
    stopAsked,
  }
}

/** The first signal asks; the second one does not wait for an answer. */
const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    let signals = 0
    const ask = (): void => {
      signals += 1
      if (signals > 1) process.exit(1)
      resolve()
    }
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, ask)
  })
