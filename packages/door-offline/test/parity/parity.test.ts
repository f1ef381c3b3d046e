import { expect, it } from "vitest"
import { openByLibrary } from "../../../core/test/admission/cases/by-library.ts"
import { playParity } from "./parity.ts"

/**
 * Every verdict that a door and the service have in common, and those that the service has alone.
 */
const everything = [
  "admitted walk_in",
  "admitted ticket",
  "admitted none",
  "blocked already_admitted",
  "blocked card_frozen",
  "blocked checkin_closed",
  "blocked checkin_ended",
  "blocked checkin_not_started",
  "blocked session_cancelled",
  "blocked session_full",
  "by delta",
  "by upload",
  "by upload of a frozen card that is not listed",
  "service: identifier_unresolved",
  "service: membership_lapsed",
  "service: membership_required",
  "service: entitlement_required",
  "service: prior_session_required",
  "service: ticket_required",
  "service: ticket_revoked",
  "undetermined not_on_roster",
]

/** `SYMBOLON_PARITY=1-60` plays others. Of the usual ones 5 has a frozen card that no manifest lists, 13 somebody who is no member and attended before. */
const [first, last] = (process.env["SYMBOLON_PARITY"] ?? "").split("-").map(Number)
const seeds =
  first === undefined || last === undefined
    ? [1, 2, 3, 4, 5, 13]
    : Array.from({ length: last - first + 1 }, (_, n) => first + n)

it("a door that was told everything judges as the service does, tap after tap", {
  timeout: 600_000,
}, async () => {
  const seen = new Set<string>()
  for (const seed of seeds) {
    const ways = await openByLibrary()
    for (const what of Object.keys(await playParity(ways, { seed, taps: 250, lapses: true })))
      seen.add(what)
    await ways.close()
  }
  expect(everything.filter((what) => !seen.has(what))).toEqual([])
})
