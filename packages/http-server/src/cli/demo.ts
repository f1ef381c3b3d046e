import type { Command } from "./command.ts"
import { commandWord } from "./how-called.ts"
import { runDemo } from "./run-demo.ts"

/** The pause before each step, in milliseconds. */
const paceMs = 1200

/** `symbolon demo` */
export const demo: Command = {
  name: "demo",
  summary: "Demonstrates the main features in the terminal, on a temporary server.",
  examples: ["symbolon demo", "symbolon demo --fast"],
  flags: {
    fast: { kind: "switch", help: "without pauses (default when the output is not a terminal)" },
  },
  run: async ({ io, flags }) => {
    await runDemo({
      write: (line) => io.out(`${line}\n`),
      paceMs: flags["fast"] === true || !io.isTerminal ? 0 : paceMs,
      toServe: `${commandWord(io.env)} serve --demo`,
    })
    return 0
  },
}
