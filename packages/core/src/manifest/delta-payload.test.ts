import { describe, expect, it } from "vitest"
import type { RosterEntry } from "./rosters/roster.ts"
import { listChanges } from "./delta-payload.ts"
import { lineChanges } from "./line-changes.ts"

const entry = (walletAddress: string, change: Partial<RosterEntry> = {}): RosterEntry => ({
  uuid: `${walletAddress}-${change.sinceVersion ?? 1}`,
  sessionUuid: "s",
  list: "roster",
  walletAddress,
  cardIdentifiers: [],
  frozenCardIdentifiers: [],
  hasTicket: false,
  endsAt: undefined,
  sinceVersion: 1,
  untilVersion: undefined,
  ...change,
})
const plain = { card_identifiers: [], has_ticket: false }

describe("listChanges", () => {
  it("tells who came, changed and went between two versions, and nobody who came back as they were", () => {
    const entries = [
      entry("new", { sinceVersion: 3 }),
      entry("gone", { untilVersion: 3 }),
      entry("card", { untilVersion: 2 }),
      entry("card", { sinceVersion: 2, untilVersion: 3 }),
      entry("card", { sinceVersion: 3, cardIdentifiers: ["A"] }),
      entry("back", { untilVersion: 2 }),
      entry("back", { sinceVersion: 3 }),
      entry("brief", { sinceVersion: 2, untilVersion: 3 }),
      entry("frozen", { untilVersion: 3 }),
      entry("frozen", { sinceVersion: 3, frozenCardIdentifiers: ["F"] }),
      entry("in", { list: "admitted", sinceVersion: 2 }),
      entry("ticket", { list: "admitted", untilVersion: 3 }),
      entry("ticket", { list: "admitted", sinceVersion: 3, hasTicket: true }),
      entry("out", { list: "admitted", untilVersion: 2 }),
    ]
    expect(listChanges(entries, 1, 3)).toEqual({
      added: { new: plain },
      changed: { card: { card_identifiers: ["A"], has_ticket: false } },
      removed: ["gone"],
      admitted_added: { in: plain, ticket: { card_identifiers: [], has_ticket: true } },
      admitted_removed: ["out"],
    })
  })
})

describe("lineChanges", () => {
  const line = {
    cardIdentifiers: [],
    frozenCardIdentifiers: [],
    hasTicket: false,
    endsAt: undefined,
  }
  const none = {
    added: [],
    dropped: [],
    closed: [],
    moved: [],
    walkIns: 0,
    goneWalkIns: 0,
    isChange: false,
  }

  it("writes nothing for somebody who stands as their line says", () =>
    expect(
      lineChanges(
        [
          {
            walletAddress: "w",
            roster: line,
            admitted: undefined,
            gone: undefined,
            awaited: undefined,
          },
        ],
        [entry("w")],
        2,
      ),
    ).toEqual(none))

  it("moves an end without a new line", () => {
    const ends = new Date(5)
    expect(
      lineChanges(
        [
          {
            walletAddress: "w",
            roster: { ...line, endsAt: ends },
            admitted: undefined,
            gone: undefined,
            awaited: undefined,
          },
        ],
        [entry("w")],
        2,
      ),
    ).toEqual({
      ...none,
      moved: [{ uuid: "w-1", endsAt: ends }],
    })
  })

  it("closes what was said, drops what was not said yet, and counts walk-ins", () => {
    const said = entry("a", { list: "admitted" })
    const unsaid = entry("b", { list: "admitted", sinceVersion: 2 })
    const facts = [
      {
        walletAddress: "a",
        roster: undefined,
        admitted: { ...line, hasTicket: true },
        gone: undefined,
        awaited: undefined,
      },
      {
        walletAddress: "b",
        roster: undefined,
        admitted: undefined,
        gone: undefined,
        awaited: undefined,
      },
      {
        walletAddress: "c",
        roster: undefined,
        admitted: line,
        gone: undefined,
        awaited: undefined,
      },
    ]
    expect(lineChanges(facts, [said, unsaid], 2)).toEqual({
      added: [
        { ...line, hasTicket: true, list: "admitted", walletAddress: "a" },
        { ...line, list: "admitted", walletAddress: "c" },
      ],
      dropped: ["b-2"],
      closed: ["a-1"],
      moved: [],
      walkIns: 1 - 2,
      goneWalkIns: 0,
      isChange: true,
    })
  })
})
