import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { engineOf, repositoriesOf, tables } from "@symbolon/storage-sql"
import { describe, expect, it } from "vitest"
import { wrappedKinds } from "../../core/src/foundation/sealing/wrapped-row.ts"
import { sqliteFlavor } from "../src/flavor.ts"

const core = join(import.meta.dirname, "../../core/src")

/** The tables that the statements of a piece of work name. */
const tablesNamedBy = async (
  work: (tx: ReturnType<ReturnType<typeof repositoriesOf>>) => Promise<unknown>,
): Promise<readonly string[]> => {
  const texts: string[] = []
  const tx = repositoriesOf(engineOf(sqliteFlavor))({
    mode: "write",
    run: async ({ text }) => {
      texts.push(text)
      return { rows: [], changed: 0 }
    },
    runEach: async () => 0,
  })
  await work(tx)
  return texts.flatMap((text) => [...text.matchAll(/from "(\w+)"/g)].map(([, name = ""]) => name))
}

const inSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe("what is sealed by a key of the vault", () => {
  it("stands in columns by whose names its tables are known", () => {
    const files = globSync("**/*.ts", { cwd: core })
    const members = files.flatMap((file) =>
      [...readFileSync(join(core, file), "utf8").matchAll(/readonly (\w+)\??: SealedBox\b/g)].map(
        ([, name]) => name,
      ),
    )
    expect(members.length).toBeGreaterThan(5)
    expect([...new Set(members)]).toEqual(["sealed"])
  })

  it("is wrapped anew in every table that has any", async () => {
    const sealed = Object.entries(tables).flatMap(([name, columns]) =>
      "kekId" in columns || "wrappedKey" in columns || "box" in columns || "sealed" in columns
        ? [inSnakeCase(name)]
        : [],
    )
    expect(sealed.length).toBeGreaterThan(7)
    const read = await Promise.all(
      wrappedKinds.map((kind) =>
        tablesNamedBy((tx) => tx.wrappedKeys.wrappedBy(kind, "kek", undefined, 1)),
      ),
    )
    const written = await Promise.all(
      wrappedKinds.map((kind) => {
        const wrapped = { kekId: "kek", blob: "blob" }
        return tablesNamedBy((tx) =>
          tx.wrappedKeys.rewrap(kind, [{ id: "id", before: wrapped, after: wrapped }]),
        )
      }),
    )
    expect(new Set(read.map(([table]) => table))).toEqual(new Set(sealed))
    expect(written.map(([table]) => table)).toEqual(read.map(([table]) => table))
  })
})
