import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { openTestLedger, perform } from "../../../core/test/fixtures/ledger.ts"
import { walletsOf } from "../../../core/test/ledger/soundness.ts"

const script = fileURLToPath(new URL("ledger_check.py", import.meta.url))
const vectors = fileURLToPath(new URL("../../../../vectors", import.meta.url))
const run = promisify(execFile)

it("a Python script with openssl, which shares no code with ours, agrees with every vector and with a whole export", async () => {
  const ledger = await openTestLedger(undefined, 3)
  const now = ledger.clock.now().getTime()
  const asks = [
    { verb: "mint", key: "mint", amount: 1000 },
    { verb: "transfer", key: "paid", from: 1, to: 2, amount: 300 },
    { verb: "transfer", key: "sent", from: 2, to: 3, amount: 120 },
    { verb: "hold", key: "held", from: 2, to: 4, amount: 50, expiresAt: now + 60_000 },
    { verb: "settle", key: "settled", of: "held", amount: 30 },
    { verb: "hold", key: "holds", from: 3, to: 4, amount: 20, expiresAt: now + 60_000 },
    { verb: "hold", key: "given up", from: 3, to: 4, amount: 20, expiresAt: now + 60_000 },
    { verb: "release", key: "released", of: "given up", endsAs: "cancelled" },
    { verb: "rotate", key: "turned", wallet: 2 },
    { verb: "transfer", key: "after", from: 2, to: 3, amount: 10 },
    { verb: "refund", key: "partly", of: "sent", amount: 20 },
    { verb: "reverse", key: "back", of: "sent", onInsufficient: "partial" },
    { verb: "rotate", key: "turned again", wallet: 2 },
    { verb: "transfer", key: "and again", from: 2, to: 3, amount: 10 },
    { verb: "burn", key: "burnt", amount: 100 },
  ] as const
  for (const ask of asks)
    expect(`${ask.key}: ${await perform(ledger, ask)}`).toBe(`${ask.key}: done`)
  const lines: string[] = []
  for await (const line of ledger.symbolon.exportLedger()) lines.push(line)
  const folder = await mkdtemp(join(tmpdir(), "symbolon-export-"))
  const check = async (
    all: readonly string[],
  ): Promise<{
    readonly counted: Record<string, number>
    readonly wallets: Record<string, number[]>
  }> => {
    const file = join(folder, "ledger.ndjson")
    await writeFile(file, all.map((line) => `${line}\n`).join(""))
    const { stdout } = await run(process.env["PYTHON"] ?? "python3", [script, vectors, file])
    return JSON.parse(stdout)
  }
  try {
    const { counted, wallets } = await check(lines)
    for (const what of [
      "key",
      "address",
      "genesis head",
      "canonical bytes",
      "hash",
      "signature",
      "meta",
      "root",
      "inclusion",
      "consistency",
      "checkpoint",
      "proof",
    ])
      expect(counted[what], what).toBeGreaterThan(0)
    expect(counted["strict Ed25519"]).toBe(55)
    const stored = (await walletsOf(ledger)).filter(({ sequence }) => sequence > 0)
    expect(wallets).toEqual(
      Object.fromEntries(
        stored.map(({ address, balance, held, sequence }) => [address, [balance, held, sequence]]),
      ),
    )
    // It can also say no.
    await expect(check(lines.toSpliced(-2, 1))).rejects.toThrow("wrong: export")
    await expect(
      check(
        lines.map((line, index) =>
          index === 2 ? line.replace('\\"amount\\":300', '\\"amount\\":301') : line,
        ),
      ),
    ).rejects.toThrow("wrong: leaf")
  } finally {
    await rm(folder, { recursive: true })
    await ledger.symbolon.close()
  }
})
