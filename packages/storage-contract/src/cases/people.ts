import type { Organization } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { addOrganization, club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { at, membership, organization, staffMember, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan } = club

/** The organizations visible to somebody, as a list. */
const visibleTo =
  (of: {
    userUuid?: string
    organizationUuid?: string
    at?: Date
  }): List<"created_at" | "name", Organization> =>
  (tx, page) =>
    tx.organizations.list({ at: at(0), ...of }, page)

export const names: readonly StorageCase[] = [
  storageCase(
    "names: who claims a name first has it for good, organization or user",
    async (storage) => {
      const claimIt = (name: string, kind: "organization" | "user", n: number) =>
        write(storage, (tx) => tx.names.claim(name, { kind, uuid: uuid(n) }))
      claim(await claimIt("harbour", "organization", 1), "a free name must be claimed")
      claim(!(await claimIt("harbour", "organization", 2)), "a second organization must be refused")
      claim(!(await claimIt("harbour", "user", 3)), "a user must be refused an organization's name")
      claim(!(await claimIt("harbour", "organization", 1)), "the holder itself must be refused")
      claim(await claimIt("harbour-2", "user", 3), "another name must be claimed")
      claim(
        !(await claimIt("harbour-2", "organization", 4)),
        "an organization must be refused a user's name",
      )
    },
  ),
  storageCase("names: of concurrent claims of a name exactly one is true", async (storage) => {
    const claims = Array.from({ length: 10 }, (_, n) =>
      write(storage, (tx) =>
        tx.names.claim("harbour", { kind: n % 2 === 0 ? "user" : "organization", uuid: uuid(n) }),
      ),
    )
    same((await Promise.all(claims)).filter(Boolean).length, 1, "how many were claimed")
  }),
]

export const organizations: readonly StorageCase[] = [
  storageCase(
    "organizations: found by slug and by uuid, with all its fields and with none",
    async (storage) => {
      const full = organization(100, {
        description: "Ålesund — 港",
        website: "https://example.org/?a=1&b=ü",
        logoImageFileUuid: uuid(700),
        timezone: "Europe/Oslo",
        updatedAt: at(1),
      })
      const bare = organization(101)
      await write(storage, async (tx) => {
        await addOrganization(tx, full)
        await addOrganization(tx, bare)
      })
      for (const one of [full, bare]) {
        same(await read(storage, (tx) => tx.organizations.find(one.uuid)), one, "by uuid")
        same(await read(storage, (tx) => tx.organizations.find(one.slug)), one, "by slug")
      }
      same(
        await read(storage, (tx) => tx.organizations.find("nobody-there")),
        undefined,
        "an unknown slug",
      )
      same(
        await read(storage, (tx) => tx.organizations.find(uuid(999))),
        undefined,
        "an unknown uuid",
      )
    },
  ),
  storageCase(
    "organizations: change writes every field of that one alone, and lock reads",
    async (storage) => {
      await found(storage)
      const full = organization(1, {
        name: "港",
        description: "Å",
        website: "https://example.org",
        logoImageFileUuid: uuid(700),
        timezone: "Europe/Oslo",
        pointsAllowance: 2 ** 53 - 1,
        createdAt: at(0),
        updatedAt: at(7),
      })
      const change = (one: Organization) => write(storage, (tx) => tx.organizations.change(one))
      claim(await change(full), "an organization that is there must be changed")
      claim(!(await change(organization(999))), "an unknown one must be refused")
      for (const mode of ["read", "write"] as const)
        await storage.transact(mode, async (tx) => {
          same(await tx.organizations.lock(home.uuid), full, `locked in a ${mode}`)
          same(
            await tx.organizations.lock(uuid(999)),
            undefined,
            `an unknown one locked in a ${mode}`,
          )
        })
      same(await read(storage, (tx) => tx.organizations.find(home.slug)), full, "the changed one")
      sameSet(await allOf(storage, visibleTo({}), "name"), [full, away], "all")
      claim(await change(home), "it must be changed back")
      same(
        await read(storage, (tx) => tx.organizations.find(home.slug)),
        home,
        "with every field cleared",
      )
    },
  ),
  storageCase(
    "organizations: of concurrent writers that lock one none loses another's change",
    async (storage) => {
      await found(storage)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          write(storage, async (tx) => {
            const there = await tx.organizations.lock(home.uuid)
            claim(there !== undefined, "the organization is there")
            await tx.organizations.change({
              ...there,
              description: `${there.description ?? ""}${n}`,
            })
          }),
        ),
      )
      const reported =
        (await read(storage, (tx) => tx.organizations.find(home.uuid)))?.description ?? ""
      same([...reported].toSorted().join(""), "0123456789", "what ten at once have added")
    },
  ),
  storageCase("organizations: the same uuid or slug cannot be added again", async (storage) => {
    await found(storage)
    await rejects(
      write(storage, (tx) => tx.organizations.add({ ...home, slug: "another" })),
      "a uuid that is there",
    )
    await rejects(
      write(storage, (tx) => tx.organizations.add({ ...home, uuid: uuid(100) })),
      "a slug that is there",
    )
    same((await allOf(storage, visibleTo({}), "name")).length, 2, "organizations")
  }),
  storageCase("organizations: without a user the list shows all of them", async (storage) => {
    await found(storage)
    sameSet(await allOf(storage, visibleTo({}), "name"), [home, away], "all")
    same(
      await allOf(storage, visibleTo({ organizationUuid: away.uuid }), "name"),
      [away],
      "one organization's",
    )
    same(
      await allOf(storage, visibleTo({ organizationUuid: uuid(999) }), "name"),
      [],
      "an unknown organization's",
    )
  }),
  storageCase(
    "organizations: a user sees those of their team, and those where their membership lives at that moment",
    async (storage) => {
      await found(storage)
      const row = (n: number, userUuid: string) =>
        membership(n, { organizationUuid: home.uuid, userUuid, tierUuid: club.gold.uuid })
      await write(storage, async (tx) => {
        await tx.memberships.add({
          ...row(100, cid.uuid),
          validUntil: at(10),
          renewableUntil: at(20),
        })
        await tx.memberships.add({ ...row(101, dan.uuid), endedAt: at(5), endedBy: "left" })
        await tx.memberships.add(row(102, ann.uuid))
        await tx.memberships.add(row(103, bob.uuid))
      })
      const visible = async (userUuid: string, ms: number) =>
        (await allOf(storage, visibleTo({ userUuid, at: at(ms) }), "name")).map(({ uuid }) => uuid)
      same(await visible(ann.uuid, 0), [home.uuid], "on the team and a member: once")
      same(await visible(bob.uuid, 0), [home.uuid, away.uuid], "a member here, on the team there")
      same(await visible(cid.uuid, 9), [home.uuid], "an active member")
      same(await visible(cid.uuid, 19), [home.uuid], "a lapsed member")
      same(await visible(cid.uuid, 20), [], "no longer renewable")
      same(await visible(dan.uuid, 4), [home.uuid], "before the membership ended")
      same(await visible(dan.uuid, 5), [], "when it has ended")
      same(
        await allOf(
          storage,
          visibleTo({ userUuid: bob.uuid, organizationUuid: away.uuid }),
          "name",
        ),
        [away],
        "of one organization, theirs",
      )
      same(
        await allOf(
          storage,
          visibleTo({ userUuid: cid.uuid, organizationUuid: away.uuid }),
          "name",
        ),
        [],
        "of one organization, not theirs",
      )
    },
  ),
  storageCase(
    "organizations: sorted by creation and by name, by code point, ties by uuid",
    async (storage) => {
      const [a, b, c, d, e, f] = [
        organization(105, { name: "alpha", createdAt: at(1) }),
        organization(104, { name: "Zulu", createdAt: at(1) }),
        organization(103, { name: "Zulu", createdAt: at(2) }),
        organization(102, { name: "émile", createdAt: at(0) }),
        organization(101, { name: "\u{1F39F} emoji", createdAt: at(3) }),
        organization(100, { name: "\uFF21 full width", createdAt: at(4) }),
      ]
      await write(storage, async (tx) => {
        for (const one of [a, b, c, d, e, f]) await addOrganization(tx, one)
      })
      await sortsBy(storage, visibleTo({}), "created_at", [d, b, a, c, e, f])
      await sortsBy(storage, visibleTo({}), "name", [c, b, a, d, f, e])
    },
  ),
]

export const staff: readonly StorageCase[] = [
  storageCase(
    "staff: a member is found in their organization, with all fields and with none",
    async (storage) => {
      await found(storage)
      const members = [
        staffMember(100, {
          organizationUuid: home.uuid,
          userUuid: cid.uuid,
          role: "door",
          updatedAt: at(7),
        }),
        staffMember(101, { organizationUuid: away.uuid, userUuid: cid.uuid, role: "manager" }),
      ]
      for (const member of members)
        claim(await write(storage, (tx) => tx.staff.add(member)), "a new member must be added")
      await read(storage, async (tx) => {
        for (const member of members)
          same(await tx.staff.find(member.organizationUuid, cid.uuid), member, "the member")
        same(await tx.staff.find(home.uuid, dan.uuid), undefined, "somebody who is not on the team")
      })
    },
  ),
  storageCase(
    "staff: add answers false, and writes nothing, when the user is on the team already",
    async (storage) => {
      await found(storage)
      const again = staffMember(100, {
        organizationUuid: home.uuid,
        userUuid: ann.uuid,
        role: "door",
      })
      claim(
        !(await write(storage, (tx) => tx.staff.add(again))),
        "a second place on a team must be refused",
      )
      same(
        (await read(storage, (tx) => tx.staff.find(home.uuid, ann.uuid)))?.role,
        "owner",
        "the role",
      )
    },
  ),
  storageCase("staff: owners of one and of many organizations", async (storage) => {
    await found(storage)
    await write(storage, (tx) =>
      tx.staff.add(
        staffMember(100, { organizationUuid: home.uuid, userUuid: cid.uuid, role: "manager" }),
      ),
    )
    const [homes, aways] = [
      staffMember(15, { organizationUuid: home.uuid, userUuid: ann.uuid, role: "owner" }),
      staffMember(16, { organizationUuid: away.uuid, userUuid: bob.uuid, role: "owner" }),
    ]
    await read(storage, async (tx) => {
      same(await tx.staff.owner(home.uuid), homes, "the owner")
      same(await tx.staff.owner(uuid(999)), undefined, "the owner of nothing")
      sameSet(
        await tx.staff.owners([away.uuid, home.uuid, uuid(999), home.uuid]),
        [homes, aways],
        "the owners",
      )
      same(await tx.staff.owners([]), [], "the owners of none")
    })
  }),
  storageCase("staff: the places of one user, whatever the organization", async (storage) => {
    await found(storage)
    const second = staffMember(100, {
      organizationUuid: away.uuid,
      userUuid: ann.uuid,
      role: "staff",
    })
    await write(storage, (tx) => tx.staff.add(second))
    await read(storage, async (tx) => {
      sameSet(
        await tx.staff.rolesOf(ann.uuid),
        [
          staffMember(15, { organizationUuid: home.uuid, userUuid: ann.uuid, role: "owner" }),
          second,
        ],
        "both places",
      )
      same(await tx.staff.rolesOf(dan.uuid), [], "nobody's places")
    })
  }),
]
