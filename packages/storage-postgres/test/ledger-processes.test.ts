import { join } from "node:path"
import { expect, it } from "vitest"
import type { Ask } from "../../core/test/ledger/asks.ts"
import { mustBeSound, walletsOf } from "../../core/test/ledger/soundness.ts"
import { openTestLedger, perform } from "../../core/test/fixtures/ledger.ts"
import { start } from "../../core/test/fixtures/world.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const child = join(import.meta.dirname, "ledger-child.ts")

it("two processes at one ledger: nothing is lost or done twice, whoever asks for it", async () => {
  const connectionString = await databases.createMigrated()
  const ledger = await openTestLedger(openPostgres({ connectionString }))
  expect(await perform(ledger, { verb: "mint", key: "minted", amount: 1000 })).toBe("done")
  expect(
    await perform(ledger, { verb: "transfer", key: "given", from: 1, to: 2, amount: 100 }),
  ).toBe("done")
  expect(
    await perform(ledger, { verb: "transfer", key: "taken", from: 1, to: 3, amount: 100 }),
  ).toBe("done")
  const many = Array.from({ length: 16 }, (_, n) => n)
  const asksOf = (racer: number): readonly Ask[] =>
    many.flatMap((n): readonly Ask[] => [
      // Each its own, from a wallet that has enough for fourteen; the same of both; and one that
      // both would reverse.
      { verb: "transfer", key: `own ${racer} ${n}`, from: 2, to: 4, amount: 7 },
      { verb: "transfer", key: `both ${n}`, from: 1, to: 4, amount: 1 },
      { verb: "reverse", key: `back ${racer} ${n}`, of: "taken", onInsufficient: "refuse" },
      ...(n % 8 === 0 ? [{ verb: "rotate", key: `turn ${racer} ${n}`, wallet: 1 } as const] : []),
    ])
  const { club, wallets, ids } = ledger
  const racers = [0, 1].map((racer) =>
    ended(
      startModule(child, [
        connectionString,
        start,
        JSON.stringify({ club, wallets, ids: [...ids], asks: asksOf(racer) }),
      ]),
    ),
  )
  const answers: (readonly [key: string, answer: string, id: string | null])[] = []
  for (const { code, errors, output } of await Promise.all(racers)) {
    expect({ code, errors }).toEqual({ code: 0, errors: "" })
    answers.push(...JSON.parse(output))
  }
  const count = (prefix: string, answer: string) =>
    answers.filter(([key, given]) => key.startsWith(prefix) && given === answer).length
  expect([count("own", "done"), count("own", "InsufficientBalance 2")]).toEqual([14, 18])
  expect([count("back", "done"), count("back", "Conflict already_settled")]).toEqual([1, 31])
  expect(count("both", "done")).toBe(32)
  const both = answers.filter(([key]) => key.startsWith("both"))
  expect(new Set(both.map(([key, , id]) => `${key} ${id}`)).size).toBe(16)
  const stored = await walletsOf(ledger)
  expect(stored.slice(1, 5).map(({ balance }) => balance)).toEqual([
    1000 - 100 - 16,
    2,
    0,
    14 * 7 + 16,
  ])
  await mustBeSound(ledger, stored)
  await ledger.symbolon.close()
})
