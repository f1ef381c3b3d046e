import { equal } from "node:assert/strict"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { openBareInsert } from "../cards/by-hand.ts"
import { commandsIn, writeCards } from "../cards/importing.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Side, Suite } from "../harness/bench.ts"
import { rate } from "../harness/sides.ts"

/** Ten files of it are 100,000 cards in the end: one that warms, and nine rounds. */
const perFile = 10_000

/** `symbolon cards import` into a SQLite file that grows, from the start of the process to its end. */
export const cardsImported: Suite = {
  name: "cards-imported",
  open: async () => {
    const { dir, remove } = await openScratch()
    const dataDir = join(dir, "data")
    const commands = commandsIn(dataDir)
    await commands.migrate()
    const file = join(dir, "cards.csv")
    let total = 0
    const importMore = async (): Promise<number> => {
      await writeCards(file, total, perFile)
      total += perFile
      const begun = performance.now()
      const { made } = await commands.importCards(file)
      const spent = performance.now() - begun
      equal(made, perFile)
      return spent
    }
    await importMore()
    const bareFile = join(dir, "bare.db")
    const empty = openSqlite({ file: bareFile })
    await empty.migrations.up()
    await empty.close()
    const bare = openBareInsert(join(dataDir, "symbolon.db"), bareFile, perFile)
    const insertMore = (): number => {
      const begun = performance.now()
      bare.insert()
      return performance.now() - begun
    }
    const side = (name: string, more: () => number | Promise<number>): Side => ({
      name,
      measure: async () => ({ value: rate(perFile, await more()) }),
    })
    return {
      benches: [
        {
          name: "SQLite, cards of a file",
          a: side(`symbolon cards import, ${perFile} a file`, importMore),
          b: side("better-sqlite3, their rows alone", insertMore),
          unit: "/s",
          agree: () => {
            const before = bare.total()
            bare.insert()
            equal(bare.total() - before, perFile)
          },
        },
      ],
      close: async () => {
        bare.close()
        await remove()
      },
    }
  },
}
