import { expect, it } from "vitest"
import { createStaffedOrganization, page } from "../fixtures/staffed-organization.ts"

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
  const lists = await Promise.all(
    Array.from({ length: 30 }, () =>
      as("manager").memberships.listMembers({ organization: club, page }),
    ),
  )
  expect(lists.length, "lists without a search wait for nobody").toBe(30)
})
