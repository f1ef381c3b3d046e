import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, localKeyVault, type Symbolon } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"
import { argon2Passwords } from "../passwords.ts"
import { createHandler } from "../create-handler.ts"
import { bootstrapDemo } from "../demo/bootstrap.ts"
import { listen } from "../listen.ts"
import { runStory } from "./story.ts"

/** How the demo is printed. */
export interface DemoOptions {
  readonly write: (line: string) => void
  /** How long to rest before each step, so that a person can read along; 0 for a script. */
  readonly paceMs: number
  /** How a reader starts a server that stays. */
  readonly toServe: string
}

/**
 * Runs the demo on a temporary server, over real HTTP and a real SQLite file, and deletes both
 * afterwards.
 */
export const runDemo = async ({ write, paceMs, toServe }: DemoOptions): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-demo-"))
  try {
    write(
      "A server starts on a new SQLite file, with a demo club, three members and a treasury ...",
    )
    await onServer(dataDir, async (symbolon, baseUrl) => {
      const bootstrap = await bootstrapDemo(symbolon, { dataDir, baseUrl })
      let steps = 0
      await runStory({
        bootstrap,
        newcomer: async (username) => {
          const { user, walletAddress } = await symbolon.users.create({
            username,
            firstName: "Dana",
          })
          return { uuid: user.uuid, walletAddress }
        },
        exportLedger: () => symbolon.exportLedger(),
        step: async (title) => {
          await new Promise((rested) => setTimeout(rested, paceMs))
          steps += 1
          write(`\n${steps}. ${title}`)
        },
        say: (text) => write(`   ${text}`),
      })
    })
    write(
      `\nThis demo used a real server: tokens, HTTP, SQLite, Ed25519. To start a server and try it yourself, run: ${toServe}`,
    )
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

const onServer = async (
  dataDir: string,
  work: (symbolon: Symbolon, baseUrl: string) => Promise<void>,
): Promise<void> => {
  const listening = await listen({ port: 0 })
  const symbolon = await createSymbolon({
    storage: openSqlite({ file: join(dataDir, "symbolon.db") }),
    vault: await localKeyVault(join(dataDir, "vault.key")),
    passwords: argon2Passwords,
    baseUrl: listening.url,
    migrate: true,
  })
  const handler = createHandler({ symbolon })
  listening.answer(handler)
  try {
    await work(symbolon, listening.url)
  } finally {
    await listening.stop()
    await handler.close()
    await symbolon.close()
  }
}
