import { expect, it } from "vitest"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"

it("a member of staff who searches for much at once waits for themself, and keeps nobody waiting", async () => {
  const { club, as } = await createStaffedOrganization()
  const search = { organization: club, search: "the", page }
  const answered: string[] = []
  const asked = Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      as("manager")
        .memberships.listMembers(search)
        .then(() => answered.push(`manager ${n}`)),
    ),
  )
  await as("staff").memberships.listMembers(search)
  expect(answered.length).toBeLessThan(5)
  const all = await asked
  expect(all.filter(({ status }) => status === "fulfilled").length).toBe(17)
  for (const one of all.slice(17)) expect(one).toMatchObject({ reason: { _tag: "Unavailable" } })
})

it("so does one who lists much at once, of whom more may wait", async () => {
  const { club, as, symbolon } = await createStaffedOrganization()
  const list = { organization: club, page }
  const answered: string[] = []
  const asked = Promise.allSettled(
    Array.from({ length: 600 }, (_, n) =>
      // Whatever they list, they wait in one line.
      (n % 2 === 0
        ? as("manager").memberships.listMembers(list)
        : as("manager").staff.list(list)
      ).then(() => answered.push(`manager ${n}`)),
    ),
  )
  await as("staff").memberships.listMembers(list)
  expect(answered.length).toBeLessThan(5)
  await as("staff").memberships.listMembers({ ...list, search: "the" })
  expect(answered.length).toBeLessThan(20)
  await symbolon.memberships.listMembers(list)
  const all = await asked
  expect(all.filter(({ status }) => status === "fulfilled").length).toBe(513)
  for (const one of all.slice(513)) expect(one).toMatchObject({ reason: { _tag: "Unavailable" } })
})

it("what its caller has abandoned takes no turn, and no place in the line", async () => {
  const { club, as, symbolon, team } = await createStaffedOrganization()
  const search = { organization: club, search: "the", page }
  let hasGone = false
  const leaving = symbolon.as(userCaller(team.manager.uuid), { isAbandoned: () => hasGone })
  const first = as("manager").memberships.listMembers(search)
  const gone = Promise.allSettled(
    Array.from({ length: 16 }, () => leaving.memberships.listMembers(search)),
  )
  hasGone = true
  const kept = Array.from({ length: 16 }, () => as("manager").memberships.listMembers(search))
  await Promise.all([first, ...kept])
  for (const one of await gone) expect(one).toMatchObject({ reason: { _tag: "Unavailable" } })
})
