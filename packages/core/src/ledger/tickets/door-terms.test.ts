import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  admissionsAllowed,
  type DoorTerms,
  faultOf,
  listedBy,
  noDoorTerms,
  reservesSeat,
} from "./door-terms.ts"

const at = (n: number) => new Date(n)
const ticket = (of: Partial<DoorTerms>): DoorTerms => ({ ...noDoorTerms, ...of })
const door = { sessionUuid: "race", opensAt: at(10), closesAt: at(20) }
const open = { sessionUuid: "race", opensAt: undefined, closesAt: undefined }

describe("a ticket at a door", () => {
  it.each([
    ["no terms", {}, at(0), undefined],
    ["another session", { sessionUuids: ["dinner"] }, at(0), "ticket_wrong_session"],
    ["this one among others", { sessionUuids: ["dinner", "race"] }, at(0), undefined],
    ["before its beginning", { validFrom: at(5) }, at(4), "ticket_not_yet_valid"],
    ["at its beginning", { validFrom: at(5) }, at(5), undefined],
    ["before its end", { validUntil: at(5) }, at(4), undefined],
    ["at its end", { validUntil: at(5) }, at(5), "ticket_expired"],
  ] as const)("%s", (_, of, when, fault) => {
    expect(faultOf(ticket(of), "race", when)).toBe(fault)
  })

  it.each([
    ["without dates", {}, true],
    ["for another session", { sessionUuids: ["dinner"] }, false],
    ["that ends as the doors open", { validUntil: at(10) }, false],
    ["that ends just after", { validUntil: at(11) }, true],
    ["that begins as the doors close", { validFrom: at(20) }, false],
    ["that begins just before", { validFrom: at(19) }, true],
  ] as const)("one %s reserves a seat: %o", (_, of, isReserved) => {
    expect(reservesSeat(ticket(of), door)).toBe(isReserved)
  })

  it.each([
    ["without dates, always", {}, at(0), { isListed: true }],
    ["for another session, never", { sessionUuids: ["dinner"] }, at(0), { isListed: false }],
    ["over the whole window", { validFrom: at(10), validUntil: at(20) }, at(0), { isListed: true }],
    ["before it begins", { validFrom: at(12) }, at(11), { isListed: false, changesAt: at(12) }],
    ["once it has begun", { validFrom: at(12) }, at(12), { isListed: true }],
    [
      "that outlives a manifest",
      { validUntil: at(18) },
      at(12),
      { isListed: true, changesAt: at(13) },
    ],
    ["that does not", { validUntil: at(18) }, at(13), { isListed: false }],
  ] as const)("manifests that live for 5 list one %s", (_, of, now, listing) => {
    expect(listedBy([ticket(of)], door, 5, now)).toEqual({ changesAt: undefined, ...listing })
  })

  it("is listed by no manifest that could admit at a moment when it is not good", () => {
    const moment = fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined })
    const dates = fc.record({ validFrom: moment, validUntil: moment })
    fc.assert(
      fc.property(
        fc.array(dates, { maxLength: 3 }),
        fc.constantFrom(door, open),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        (all, judged, now, lives, later) => {
          const tickets = all.map(({ validFrom: from, validUntil: until }) =>
            ticket({
              validFrom: from === undefined ? undefined : at(from),
              validUntil: until === undefined ? undefined : at(until),
            }),
          )
          const { isListed, changesAt } = listedBy(tickets, judged, lives, at(now))
          expect(changesAt === undefined || changesAt > at(now)).toBe(true)
          const tap = at(now + later)
          const isOpen =
            later < lives && (judged === open || (tap >= door.opensAt && tap < door.closesAt))
          const opens = tickets.some((one) => faultOf(one, "race", tap) === undefined)
          expect(!isListed || !isOpen || opens).toBe(true)
          // Nothing changes before it is said to.
          const isDue = changesAt !== undefined && tap >= changesAt
          expect(isDue || listedBy(tickets, judged, lives, tap).isListed === isListed).toBe(true)
        },
      ),
    )
  })

  it("is good for so many admissions, and several for as many as all of them", () => {
    const [two, one, any] = [ticket({ maxAdmissions: 2 }), ticket({ maxAdmissions: 1 }), ticket({})]
    expect(admissionsAllowed([two, one], "race")).toBe(3)
    expect(admissionsAllowed([two, any], "race")).toBeUndefined()
    expect(admissionsAllowed([], "race")).toBeUndefined()
    expect(
      admissionsAllowed([two, ticket({ maxAdmissions: 5, sessionUuids: ["dinner"] })], "race"),
    ).toBe(2)
  })
})
