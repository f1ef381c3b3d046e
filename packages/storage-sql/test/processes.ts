import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process"

/** What a process said and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Starts a module in a process of its own, on the sources. */
export const startModule = (
  file: string,
  words: readonly (string | number)[],
  flags: readonly string[] = [],
): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ["--conditions=@symbolon/source", ...flags, file, ...words.map(String)])

/**
 * Ends this process when the one that started it is gone, however that ended: its standard input
 * ends then. For a module that would go on until it is killed, and does not read its input.
 */
export const endWithParent = (): void => {
  process.stdin.once("end", () => process.exit()).resume()
}

/** Resolves when a process has ended and said everything. */
export const ended = (running: ChildProcessWithoutNullStreams): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let output = ""
    let errors = ""
    running.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
    running.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text
    })
    running.once("error", reject)
    running.once("close", (code) => resolve({ code, output, errors }))
  })

/** The whole lines that a process wrote since they were last taken, but for `ready`. */
export const linesOf = (worker: ChildProcessWithoutNullStreams) => {
  let rest = ""
  worker.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    rest += chunk
  })
  return {
    take: (): readonly string[] => {
      const lines = rest.split("\n")
      rest = lines.pop() ?? ""
      return lines.filter((line) => line !== "ready")
    },
  }
}
