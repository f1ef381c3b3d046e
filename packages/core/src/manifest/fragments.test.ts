import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson, isCheckinManifest, type ManifestHead } from "../door/index.ts"
import { newFragments } from "./fragments.ts"
import { lineText, manifestPieces } from "./manifest-bytes.ts"

const head: ManifestHead = {
  activity_uuid: null,
  admits_frozen_cards: false,
  allow_reentry: false,
  cancelled: false,
  checkin_closes_at: "2026-11-21T20:00:00Z",
  checkin_open: true,
  checkin_opens_at: "2026-11-21T10:00:00Z",
  clock_tolerance_seconds: 300,
  enforces_checkin_window: true,
  frozen_card_identifiers: ["É", "\u{1F39F}"],
  generated_at: "2026-11-21T10:00:00Z",
  manifest_version: 7,
  max_attendees: null,
  organization_uuid: "0199-o",
  reserved: 0,
  roster_kind: "members",
  schema_version: 1,
  session_slug: "open-evening",
  session_uuid: "0199-s",
  type: "checkin_manifest",
  valid_until: "2026-11-21T22:00:00Z",
}

const joined = (fragments: ReturnType<typeof newFragments>): string =>
  [...fragments.pieces()].map((piece) => piece.toString()).join("")

describe("Fragments", () => {
  it("are a sorted map, in whatever order lines come, are replaced and go", () => {
    const change = fc.record({
      key: fc.integer({ min: 0, max: 400 }),
      value: fc.option(fc.nat(9), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 600 }), fc.boolean(), (changes, isRead) => {
        const [fragments, model] = [newFragments(), new Map<string, string>()]
        for (const { key, value } of changes) {
          const address = `sy1${String(key).padStart(3, "0")}`
          if (value === undefined) {
            fragments.remove(address)
            model.delete(address)
          } else {
            fragments.put(address, `"${address}":"${value}é"`)
            model.set(address, `"${address}":"${value}é"`)
          }
          // What was joined once must not be what is joined later.
          if (isRead && key % 7 === 0) joined(fragments)
        }
        const sorted = [...model].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
        expect(joined(fragments)).toBe(sorted.join(","))
        expect(fragments.size()).toBe(model.size)
      }),
    )
  })

  it("split into pieces, and a change makes one of them anew", () => {
    const fragments = newFragments()
    const names = Array.from({ length: 10_000 }, (_, n) => `sy1${String(n).padStart(6, "0")}`)
    for (const name of names) fragments.put(name, `"${name}":1`)
    const before = [...fragments.pieces()]
    expect(before.length).toBeGreaterThan(9)
    fragments.put(names[5000] ?? "", `"${names[5000]}":2`)
    const after = [...fragments.pieces()]
    expect(after.filter((piece, n) => piece !== before[n])).toHaveLength(1)
    for (const name of names) fragments.remove(name)
    expect([[...fragments.pieces()], fragments.size()]).toEqual([[], 0])
  })
})

describe("manifestPieces", () => {
  it("are the RFC 8785 form of the manifest they parse to, whoever is listed", async () => {
    const address = fc.stringMatching(/^sy1[a-z0-9]{20}$/)
    const line = fc.record({
      cardIdentifiers: fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { maxLength: 3 }),
      hasTicket: fc.boolean(),
    })
    const people = fc.dictionary(address, line, { maxKeys: 20, noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(people, people, async (listed, present) => {
        const lists = { roster: newFragments(), admitted: newFragments() }
        for (const [wallet, said] of Object.entries(listed))
          lists.roster.put(wallet, lineText({ ...said, walletAddress: wallet }))
        for (const [wallet, said] of Object.entries(present))
          lists.admitted.put(wallet, lineText({ ...said, walletAddress: wallet }))
        const text = Buffer.concat(await manifestPieces(head, lists)).toString()
        const parsed: unknown = JSON.parse(text)
        expect(canonicalJson(parsed)).toBe(text)
        expect(isCheckinManifest(parsed)).toBe(true)
        expect(Object.keys((parsed as { readonly roster: object }).roster)).toHaveLength(
          Object.keys(listed).length,
        )
      }),
    )
  })
})
