import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { headOf, judge, leafAt, leaves, lines, note } from "../../../test/fixtures/sample-export.ts"
import { leafOf, linesOf, playedSample } from "../../../test/fixtures/sample-ledger.ts"
import { rootOf } from "../log/merkle.ts"
import { verifyLedger } from "./verify-ledger.ts"

describe("tampering is found where it begins", () => {
  const positions = fc.nat(leaves.length - 1)

  it("each single character of a leaf", async () => {
    const [first = ""] = lines.slice(1)
    for (let at = 0; at < first.length; at += 1) {
      const changed = first.slice(0, at) + (first[at] === "1" ? "2" : "1") + first.slice(at + 1)
      const { firstError } = await verifyLedger([lines[0] ?? "", changed, ...lines.slice(2)])
      expect(firstError?.logIndex, changed).toBe(0)
    }
  })

  it("any character of any line", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: lines.length - 1 }),
        fc.nat(),
        fc.integer({ min: 32, max: 126 }),
        async (row, column, code) => {
          const line = lines[row] ?? ""
          const at = column % line.length
          const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1)
          fc.pre(changed !== line)
          const report = await verifyLedger(lines.with(row, changed))
          expect(report.verdict).toBe("broken")
          expect(row > leaves.length || report.firstError?.logIndex === row - 1).toBe(true)
          expect(report.leaves).toBe(Math.min(row - 1, leaves.length))
          expect(report.root).toBe(rootOf(headOf(leaves.slice(0, report.leaves))))
        },
      ),
      { numRuns: 300 },
    )
  })

  it("a deletion", async () => {
    for (const [index] of leaves.entries()) {
      const last = index === leaves.length - 1
      expect(await judge(lines.toSpliced(index + 1, 1))).toBe(
        `${last ? "truncated" : "sequence_gap"} ${index}`,
      )
    }
  })

  it("a deletion with the rest numbered anew", async () => {
    await fc.assert(
      fc.asyncProperty(positions, async (index) => {
        const rest = leaves.toSpliced(index, 1).map((leaf, logIndex) => ({ ...leaf, logIndex }))
        const { verdict, firstError } = await verifyLedger(await linesOf(rest, note))
        expect(verdict).toBe("broken")
        expect(firstError?.logIndex).toBeGreaterThanOrEqual(index)
      }),
    )
  })

  it("a swap, numbered anew or not", async () => {
    await fc.assert(
      fc.asyncProperty(positions, positions, fc.boolean(), async (a, b, renumber) => {
        fc.pre(a < b)
        const swapped = leaves.with(a, leafAt(b)).with(b, leafAt(a))
        const report = await verifyLedger(
          await linesOf(
            renumber ? swapped.map((leaf, logIndex) => ({ ...leaf, logIndex })) : swapped,
            note,
          ),
        )
        expect(report.verdict).toBe("broken")
        const { code, logIndex } = report.firstError ?? {}
        // Numbered anew, entries without a wallet in common may change places unseen by the chains;
        // then the root tells.
        const found = renumber
          ? code === "bad_root" || (logIndex ?? -1) >= a
          : code === "sequence_gap" && logIndex === a
        expect(found, `${code} ${logIndex}`).toBe(true)
      }),
    )
  })

  it("an insertion", async () => {
    for (const [index, leaf] of leaves.entries()) {
      expect(await judge(lines.toSpliced(index + 2, 0, lines[index + 1] ?? ""))).toBe(
        `sequence_gap ${index + 1}`,
      )
      const again = leaves
        .toSpliced(index + 1, 0, leaf)
        .map((each, logIndex) => ({ ...each, logIndex }))
      expect(await judge(await linesOf(again, note))).toBe(`sequence_gap ${index + 1}`)
    }
  })

  it("a truncation, with a checkpoint in the export or kept elsewhere", async () => {
    for (let stored = 0; stored < leaves.length; stored += 1) {
      const cut = [...lines.slice(0, stored + 1), ...lines.slice(-1)]
      expect(await judge(cut)).toBe(`truncated ${stored}`)
      expect(await judge(cut.slice(0, -1), { checkpoints: [note] })).toBe(`truncated ${stored}`)
      expect(await judge(cut.slice(0, -1))).toBe("unanchored")
    }
  })

  it("a checkpoint over fewer leaves than there are", async () => {
    const { post, transactions } = playedSample()
    post(1, 2, 1)
    expect(await judge(await linesOf(transactions.map(leafOf), note))).toBe(
      `bad_root ${leaves.length}`,
    )
  })
})
