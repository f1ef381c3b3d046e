import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadConfig } from "../config.ts"
import { openLog } from "../log.ts"
import { type Command, CommandFailed, type Io } from "./command.ts"
import { type Running, runServer } from "./run-server.ts"
import { type Stage, tellStory } from "./story.ts"

/** `symbolon demo` */
export const demo: Command = {
  name: "demo",
  summary: "Tells the whole story in the terminal, against a server of its own that leaves nothing behind.",
  examples: ["symbolon demo"],
  run: async ({ io }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "symbolon-demo-"))
    try {
      const { config } = await loadConfig({ flags: { dataDir, port: "0" }, env: {}, cwd: dataDir })
      const running = await runServer(config, { isDemo: true, logger: openLog("silent") })
      await tellStory(stageOn(running, io)).finally(running.stop)
      io.out("\nThat was all. Run it yourself: symbolon serve --demo\n")
      return 0
    } finally {
      await rm(dataDir, { recursive: true })
    }
  },
}

const stageOn = ({ symbolon, bootstrap }: Running, io: Io): Stage => {
  if (bootstrap === undefined) throw new CommandFailed("A demo server has no bootstrap.")
  let steps = 0
  return {
    bootstrap,
    newcomer: async (username) => {
      const { user, walletAddress } = await symbolon.accounts.createUser({ username, firstName: "Dana" })
      return { uuid: user.uuid, walletAddress }
    },
    exportLedger: () => symbolon.exportLedger(),
    step: (title) => io.out(`\n${(steps += 1)}. ${title}\n`),
    say: (text) => io.out(`   ${text}\n`),
  }
}
