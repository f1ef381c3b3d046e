import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { StaffMember } from "./organization.ts"
import { type Role, roles } from "../foundation/access/role.ts"
import { type Authority, passOwnership, permitStaffChange } from "./staff-rules.ts"

const now = new Date("2026-11-21T10:00:00.000Z")
const authorities = ["admin", ...roles, undefined] as const
const places = [...roles, undefined] as const

const outcomeOf = (result: Result.Result<unknown, { readonly _tag: string }>): string =>
  Result.isSuccess(result) ? "yes" : result.failure._tag === "Conflict" ? "409" : "no"

/**
 * Of somebody else: who acts, then what becomes of whom. Every combination that is not `yes` or
 * `409` here is refused.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  yes: [
    ...["admin", "owner"].flatMap((actor) => [
      ...["manager", "staff", "door"].flatMap((from) =>
        ["manager", "staff", "door", "nobody"].map((to) => `${actor}: ${from} -> ${to}`),
      ),
      ...["manager", "staff", "door", "nobody"].map((to) => `${actor}: nobody -> ${to}`),
    ]),
    ...["staff", "door", "nobody"].flatMap((from) =>
      ["staff", "door", "nobody"].map((to) => `manager: ${from} -> ${to}`),
    ),
  ],
  "409": ["admin", "owner"].flatMap((actor) => [
    ...["owner", "manager", "staff", "door", "nobody"].map((to) => `${actor}: owner -> ${to}`),
    ...["manager", "staff", "door", "nobody"].map((from) => `${actor}: ${from} -> owner`),
  ]),
}

const text = (actor: Authority | undefined, from: Role | undefined, to: Role | undefined) =>
  `${actor ?? "nobody"}: ${from ?? "nobody"} -> ${to ?? "nobody"}`
const all = authorities.flatMap((actor) =>
  places.flatMap((from) => places.map((to) => ({ actor, from, to, name: text(actor, from, to) }))),
)

describe("permitStaffChange", () => {
  it("was asked for every combination", () => {
    expect(all).toHaveLength(6 * 5 * 5)
    const named = Object.values(table).flat()
    expect(new Set(named).size).toBe(named.length)
    expect(named.filter((one) => !all.some(({ name }) => name === one))).toEqual([])
  })

  it.each(all)("of somebody else, $name", ({ actor, from, to, name }) => {
    const expected = Object.entries(table).find(([, names]) => names.includes(name))?.[0] ?? "no"
    expect(outcomeOf(permitStaffChange({ authority: actor, isTarget: false }, from, to))).toBe(
      expected,
    )
  })

  // Of oneself only a present role can be meant, which is the authority, but for the platform's own
  // staff.
  const own = places.flatMap((from) =>
    places.flatMap((to) =>
      [from, "admin" as const].map((actor) => ({ actor, from, to, name: text(actor, from, to) })),
    ),
  )
  it.each(own)("of oneself, $name", ({ actor, from, to }) => {
    const touchesOwner = from === "owner" || to === "owner"
    const mayDispose = actor === "owner" || actor === "admin"
    const leaves = from !== undefined && to === undefined
    const expected = touchesOwner ? (mayDispose ? "409" : "no") : leaves ? "yes" : "no"
    expect(outcomeOf(permitStaffChange({ authority: actor, isTarget: true }, from, to))).toBe(
      expected,
    )
  })
})

const member = (userUuid: string, role: Role): StaffMember => ({
  uuid: `place of ${userUuid}`,
  organizationUuid: "club",
  userUuid,
  role,
  joinedAt: now,
  updatedAt: undefined,
})

describe("passOwnership", () => {
  const owner = member("ann", "owner")
  it.each(authorities.flatMap((actor) => roles.map((heir) => ({ actor, heir }))))(
    "$actor to $heir",
    ({ actor, heir }) => {
      const mayDispose = actor === "owner" || actor === "admin"
      const expected = mayDispose ? (heir === "owner" ? "409" : "yes") : "no"
      expect(
        outcomeOf(passOwnership(actor, owner, heir === "owner" ? owner : member("bob", heir), now)),
      ).toBe(expected)
    },
  )

  it("swaps both places in one moment, and nothing else of them", () =>
    expect(passOwnership("owner", owner, member("bob", "door"), now)).toEqual(
      Result.succeed({
        former: { ...owner, role: "manager", updatedAt: now },
        owner: { ...member("bob", "door"), role: "owner", updatedAt: now },
      }),
    ))

  it("gives a team an owner that had none", () =>
    expect(passOwnership("admin", undefined, member("bob", "staff"), now)).toMatchObject({
      success: { former: undefined },
    }))
})

const people = ["ann", "bob", "cid", "dan"] as const
const steps = fc.record({
  /** `root` is of the platform's own staff. */
  actor: fc.constantFrom(...people, "root" as const),
  target: fc.constantFrom(...people),
  change: fc.constantFrom("pass" as const, "remove" as const, ...roles),
})

describe("a team", () => {
  it("has exactly one owner after any sequence of permitted changes", () => {
    let permitted = 0
    fc.assert(
      fc.property(fc.array(steps, { minLength: 20, maxLength: 40 }), (sequence) => {
        const team = new Map<string, StaffMember>([["ann", member("ann", "owner")]])
        for (const { actor, target, change } of sequence) {
          const authority = actor === "root" ? "admin" : team.get(actor)?.role
          const place = team.get(target)
          if (change === "pass") {
            const owner = [...team.values()].find(({ role }) => role === "owner")
            if (place === undefined) continue
            const passed = passOwnership(authority, owner, place, now)
            if (Result.isFailure(passed)) continue
            const { former, owner: next } = passed.success
            for (const one of [former, next]) if (one !== undefined) team.set(one.userUuid, one)
          } else {
            const to = change === "remove" ? undefined : change
            if (
              Result.isFailure(
                permitStaffChange({ authority, isTarget: actor === target }, place?.role, to),
              )
            )
              continue
            if (to === undefined) team.delete(target)
            else team.set(target, member(target, to))
          }
          permitted += 1
          expect([...team.values()].filter(({ role }) => role === "owner")).toHaveLength(1)
        }
      }),
      { numRuns: 500, seed: 20_261_121 },
    )
    expect(permitted).toBeGreaterThan(1000)
  })
})
