import { describe, expect, it } from "vitest"
import { openSqlite } from "../src/index.ts"

describe("openSqlite", () => {
  it("migrates and claims", async () => {
    const storage = openSqlite({ file: ":memory:", strict: true })
    console.log(await storage.migrations.up())
    console.log(await storage.migrations.status())
    expect(await storage.transact("write", (tx) => tx.names.claim("a", { kind: "user", uuid: "u" }))).toBe(true)
    expect(await storage.transact("write", (tx) => tx.names.claim("a", { kind: "user", uuid: "u" }))).toBe(false)
    console.log(await storage.transact("read", (tx) => tx.ledger.load({ keys: ["x"], wallets: ["y"] })))
    await storage.close()
  })
})
