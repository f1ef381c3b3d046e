import { describe, expect, it } from "vitest"
import { createStaffedOrganization, forbidden } from "./fixtures/staffed-organization.ts"

describe("changing an organization", () => {
  it("changes what is sent, clears what is null, and leaves the slug", async () => {
    const {
      forClub,
      symbolon,
      club: organization,
      team,
      advance,
      clock,
    } = await createStaffedOrganization()
    const before = await symbolon.organizations.get({ organization })
    await advance(1000)
    const set = {
      name: " Marina ",
      description: "By the sea",
      website: "https://marina.example",
      timezone: "Asia/Manila",
    }
    const seen = { ...before, ...set, name: "Marina", updatedAt: clock.now() }
    expect(await forClub("manager").organizations.update({ organization, ...set })).toEqual({
      ...seen,
      role: "manager",
    })
    expect(await symbolon.organizations.get({ organization })).toEqual(seen)
    expect(
      await forClub("owner").organizations.update({ organization: before.uuid, description: null }),
    ).toMatchObject({
      name: "Marina",
      slug: "harbour-club",
      description: undefined,
      website: "https://marina.example",
      timezone: "Asia/Manila",
      ownerUuid: team.owner.uuid,
    })
    expect(
      await symbolon.organizations.update({ organization, website: null, timezone: null }),
    ).toMatchObject({
      website: undefined,
      logoImageFileUuid: undefined,
      timezone: undefined,
    })
  })

  it.each(["Mars/Olympus", "+01:00", "", "EST5EDT4", "Asia/Manila "])(
    "knows no zone %j",
    async (timezone) => {
      const { symbolon, club: organization } = await createStaffedOrganization()
      await expect(
        symbolon.organizations.update({ organization, name: "Other", timezone }),
      ).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { timezone: expect.any(String) },
      })
      expect((await symbolon.organizations.get({ organization })).name).toBe("Harbour Club")
    },
  )

  it("is for its managers", async () => {
    const { forClub, symbolon, club: organization } = await createStaffedOrganization()
    for (const name of ["staff", "door", "outsider"] as const)
      await expect(
        forClub(name).organizations.update({ organization, name: "Mine" }),
      ).rejects.toMatchObject(forbidden)
    await expect(
      symbolon.organizations.update({ organization: "unknown-one", name: "Mine" }),
    ).rejects.toMatchObject({ _tag: "NotFound" })
    expect((await symbolon.organizations.get({ organization })).name).toBe("Harbour Club")
  })

  it("of ten at once loses no change", async () => {
    const { symbolon, club: organization } = await createStaffedOrganization()
    const sent = [
      { name: "A name" },
      { description: "A text" },
      { website: "https://club.example" },
      { timezone: "Europe/Oslo" },
    ]
    await Promise.all(
      [...sent, ...sent].map((change) =>
        symbolon.organizations.update({ organization, ...change }),
      ),
    )
    expect(await symbolon.organizations.get({ organization })).toMatchObject(
      Object.assign({}, ...sent),
    )
  })
})
