import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"

const cli = join(import.meta.dirname, "../../packages/http-server/dist/cli.js")

/** What `symbolon cards import` printed. */
interface Imported {
  readonly made: number
  readonly refused: readonly unknown[]
}

/** The command line on a data directory, each call in a process of its own. */
export const commandsIn = (
  dataDir: string,
): {
  readonly migrate: () => Promise<unknown>
  readonly importCards: (file: string) => Promise<Imported>
} => ({
  migrate: () => run(["migrate", "up", "--data-dir", dataDir]),
  importCards: async (file) =>
    JSON.parse(await run(["cards", "import", file, "--data-dir", dataDir, "--json"])),
})

const run = async (args: readonly string[]): Promise<string> => {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "pipe"] })
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ])
  if (child.exitCode !== 0)
    throw new Error(`${args.join(" ")} ended with ${child.exitCode}: ${err}`)
  return out
}

/** Writes a file of cards whose numbers begin with `from`. */
export const writeCards = (file: string, from: number, count: number): Promise<void> =>
  writeFile(
    file,
    ["identifier,card_type", ...Array.from({ length: count }, (_, n) => row(from + n)), ""].join(
      "\n",
    ),
  )

/** Numbers spread over all beginnings, as those of chips are. */
const row = (n: number): string =>
  `04:${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0")}:${n.toString(16)},nfc`
