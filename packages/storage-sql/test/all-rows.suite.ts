import { expect, it } from "vitest"
import { verifyLedger } from "../../core/src/ledger/index.ts"
import { type PortableStorage, type RowBatch, StoreNotEmpty, tables } from "../src/index.ts"
import { fill, openOn } from "./lived-in.ts"

/** Opens an empty store; the case closes it. */
export type OpenEmpty = () => Promise<PortableStorage>

const collect = async (storage: PortableStorage): Promise<RowBatch[]> => {
  const batches: RowBatch[] = []
  await storage.allRows.read(async (batch) => void batches.push(batch))
  return batches
}

const byTable = (batches: readonly RowBatch[]) => {
  const rows: Record<string, string[]> = {}
  for (const batch of batches)
    (rows[batch.table] ??= []).push(...batch.rows.map((row) => JSON.stringify(row)))
  return Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.toSorted()]))
}

async function* eachOf(batches: readonly RowBatch[]) {
  // Through JSON, as a file would carry them.
  for (const batch of batches) yield JSON.parse(JSON.stringify(batch)) as RowBatch
}

const stepsOf = async ({ migrations }: PortableStorage) =>
  (await migrations.status()).map(({ name }) => name)

/**
 * What {@link PortableStorage.allRows} promises: `open` gives stores to read, `openTarget` stores
 * to write.
 */
export const allRowsSuite = (open: OpenEmpty, openTarget: OpenEmpty = open): void => {
  it("reads everything, and what it wrote elsewhere is the same, signs the same and verifies", async () => {
    const [source, target] = [await open(), await openTarget()]
    const symbolon = await openOn(source)
    await fill(symbolon)
    const batches = await collect(source)
    expect(Object.keys(byTable(batches))).toEqual(
      Object.keys(tables).filter((name) => name !== "schemaMigrations" && name !== "migrationLock"),
    )
    await target.allRows.write(await stepsOf(source), eachOf(batches))
    expect(byTable(await collect(target))).toEqual(byTable(batches))
    const copy = await openOn(target)
    const root = (await verifyLedger(symbolon.exportLedger())).root
    expect(await verifyLedger(copy.exportLedger())).toMatchObject({
      verdict: "verified",
      root,
      firstError: undefined,
    })
    const { user } = await copy.users.create({ username: "after", firstName: "After" })
    expect((await copy.users.find({ user: "after" })).uuid).toBe(user.uuid)
    await symbolon.close()
    await copy.close()
  })

  it("reads one moment, whatever is written meanwhile", async () => {
    const source = await open()
    const symbolon = await openOn(source)
    await fill(symbolon)
    const before = byTable(await collect(source))
    const begun = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const batches: RowBatch[] = []
    const reading = source.allRows.read(async (batch) => {
      batches.push(batch)
      begun.resolve()
      await written.promise
    })
    await begun.promise
    await symbolon.users.create({ username: "meanwhile", firstName: "Mia" })
    written.resolve()
    await reading
    expect(byTable(batches)).toEqual(before)
    expect(byTable(await collect(source))["users"]?.length).toBe((before["users"]?.length ?? 0) + 1)
    await symbolon.close()
  })

  it("writes into an empty store alone, and all of it or nothing", async () => {
    const [source, target] = [await open(), await openTarget()]
    const symbolon = await openOn(source)
    await fill(symbolon)
    const batches = await collect(source)
    const steps = await stepsOf(source)
    const broken = async function* () {
      yield* eachOf(batches.slice(0, 12))
      throw new Error("torn")
    }
    await expect(target.allRows.write(steps, broken())).rejects.toThrow("torn")
    expect(
      (await collect(target)).every(({ table, rows }) => table === "ledger" || rows.length === 0),
    ).toBe(true)
    await target.allRows.write(steps, eachOf(batches))
    await expect(target.allRows.write(steps, eachOf(batches))).rejects.toThrow(StoreNotEmpty)
    await expect(target.allRows.write([...steps, "9999-later"], eachOf(batches))).rejects.toThrow(
      "9999-later",
    )
    await symbolon.close()
    await target.close()
  })
}
