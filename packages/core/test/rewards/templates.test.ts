import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { createStaffedOrganization } from "../fixtures/staffed-organization.ts"
import { rewardTemplatesSuite } from "./templates.suite.ts"

rewardTemplatesSuite("memory", async () => openMemory({ strict: true }))

it("a caller who may not create rewards does not make the key vault work", async () => {
  const vault = memoryKeyVault(new Uint8Array(32).fill(7))
  let wrapped = 0
  const counting: typeof vault = {
    ...vault,
    wrap: (...input) => {
      wrapped += 1
      return vault.wrap(...input)
    },
  }
  const { club, clubUuid, as, forClub } = await createStaffedOrganization({ vault: counting })
  const input = {
    organization: club,
    organizationUuid: clubUuid,
    name: "Free drink",
    contentConfig: {
      storageType: "internal",
      contentTemplate: { data: {}, content_version: "1" },
    },
  } as const
  const before = wrapped
  for (const caller of [as("outsider"), as("door"), forClub("staff")])
    await expect(caller.rewards.create(input)).rejects.toMatchObject({ _tag: "Forbidden" })
  await expect(
    forClub("manager").rewards.create({ ...input, organization: "no-such-club" }),
  ).rejects.toMatchObject({ _tag: "NotFound" })
  expect(wrapped).toBe(before)
  await forClub("manager").rewards.create(input)
  expect(wrapped).toBe(before + 1)
})
