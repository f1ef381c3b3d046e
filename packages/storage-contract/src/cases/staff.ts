import type { Invitation, Role, StaffMember, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { at, hash, invitation, staffMember, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan } = club
const ofHome = { organizationUuid: home.uuid }
const homesOwner = staffMember(15, { ...ofHome, userUuid: ann.uuid, role: "owner" })
const [bobs, cids, dans] = [bob, cid, dan].map((person, n) =>
  staffMember(101 + n, { ...ofHome, userUuid: person.uuid }),
)

const hire = (storage: Storage, ...members: readonly (StaffMember | undefined)[]) =>
  write(storage, async (tx) => {
    for (const member of members)
      claim(member !== undefined && (await tx.staff.add(member)), "a new member must be added")
  })
const team: List<"created_at" | "joined_at" | "updated_at", StaffMember> = (tx, page) =>
  tx.staff.list(home.uuid, page)
const owners = async (storage: Storage) =>
  (await allOf(storage, team, "created_at")).filter(({ role }) => role === "owner")

/**
 * Makes somebody the owner as an application does it; `false` when they are not on the team any
 * more.
 */
const pass = (storage: Storage, userUuid: string) =>
  write(storage, async (tx) => {
    await tx.staff.lock(home.uuid)
    const heir = await tx.staff.find(home.uuid, userUuid)
    const owner = await tx.staff.owner(home.uuid)
    if (heir === undefined || owner === undefined || heir.role === "owner") return false
    await tx.staff.change({ ...owner, role: "manager" })
    return tx.staff.change({ ...heir, role: "owner" })
  })

/** Removes somebody as an application does it: never the owner. */
const dismiss = (storage: Storage, userUuid: string) =>
  write(storage, async (tx) => {
    await tx.staff.lock(home.uuid)
    const member = await tx.staff.find(home.uuid, userUuid)
    return member !== undefined && member.role !== "owner" && tx.staff.remove(home.uuid, userUuid)
  })

export const staffChanges: readonly StorageCase[] = [
  storageCase(
    "staff: a list is of one team, sorted by joining and by the last change, and paged",
    async (storage) => {
      await found(storage)
      const [a, b, c] = [
        staffMember(103, {
          ...ofHome,
          userUuid: bob.uuid,
          role: "door",
          joinedAt: at(1),
          updatedAt: at(9),
        }),
        staffMember(101, { ...ofHome, userUuid: cid.uuid, joinedAt: at(1) }),
        staffMember(102, {
          ...ofHome,
          userUuid: dan.uuid,
          role: "manager",
          joinedAt: at(0),
          updatedAt: at(5),
        }),
      ]
      await hire(
        storage,
        a,
        b,
        c,
        staffMember(104, { organizationUuid: away.uuid, userUuid: cid.uuid }),
      )
      for (const sortBy of ["created_at", "joined_at"] as const)
        await sortsBy(storage, team, sortBy, [c, b, a, homesOwner])
      await sortsBy(storage, team, "updated_at", [c, a, homesOwner, b])
      same(
        await allOf(storage, (tx, page) => tx.staff.list(uuid(999), page), "created_at"),
        [],
        "the team of nothing",
      )
    },
  ),
  storageCase(
    "staff: change overwrites a member of that team, and answers false for whoever is not on it",
    async (storage) => {
      await found(storage)
      await hire(
        storage,
        cids,
        staffMember(104, { organizationUuid: away.uuid, userUuid: cid.uuid, role: "door" }),
      )
      const change = (member: StaffMember) => write(storage, (tx) => tx.staff.change(member))
      const changed: StaffMember = {
        ...staffMember(102, { ...ofHome, userUuid: cid.uuid }),
        role: "manager",
        updatedAt: at(7),
      }
      claim(await change(changed), "a member must be changed")
      claim(
        !(await change(staffMember(103, { ...ofHome, userUuid: dan.uuid }))),
        "whoever is not on the team must be refused",
      )
      await read(storage, async (tx) => {
        same(await tx.staff.find(home.uuid, cid.uuid), changed, "the member")
        same((await tx.staff.find(away.uuid, cid.uuid))?.role, "door", "their role elsewhere")
        same(await tx.staff.find(home.uuid, dan.uuid), undefined, "whoever was refused")
      })
    },
  ),
  storageCase(
    "staff: remove takes a member off that team alone, once, and lets them come back",
    async (storage) => {
      await found(storage)
      const elsewhere = staffMember(104, { organizationUuid: away.uuid, userUuid: cid.uuid })
      await hire(storage, cids, dans, elsewhere)
      const remove = (userUuid: string) =>
        write(storage, (tx) => tx.staff.remove(home.uuid, userUuid))
      claim(await remove(cid.uuid), "a member must be removed")
      claim(!(await remove(cid.uuid)), "whoever is gone must be refused")
      claim(!(await remove(bob.uuid)), "whoever was never there must be refused")
      sameSet(await allOf(storage, team, "created_at"), [homesOwner, dans], "the team")
      same(
        await read(storage, (tx) => tx.staff.rolesOf(cid.uuid)),
        [elsewhere],
        "their other place",
      )
      await hire(storage, staffMember(105, { ...ofHome, userUuid: cid.uuid }))
    },
  ),
  storageCase(
    "staff: a team has one owner after every verb: a second one is rejected",
    async (storage) => {
      await found(storage)
      await hire(storage, cids)
      const second = (userUuid: string, role: Role = "owner") =>
        staffMember(102, { ...ofHome, userUuid, role })
      await rejects(
        write(storage, (tx) => tx.staff.add({ ...second(dan.uuid), uuid: uuid(103) })),
        "adding another owner",
      )
      await rejects(
        write(storage, (tx) => tx.staff.change(second(cid.uuid))),
        "making a member another owner",
      )
      same(await owners(storage), [homesOwner], "the owners")
      claim(
        await pass(storage, cid.uuid),
        "the ownership must be passed on once its owner gave it up",
      )
      same(
        (await owners(storage)).map(({ userUuid }) => userUuid),
        [cid.uuid],
        "the new owner",
      )
    },
  ),
  storageCase(
    "staff: of concurrent transfers of an ownership each sees the one before",
    async (storage) => {
      await found(storage)
      await hire(storage, bobs, cids, dans)
      const heirs = [bob, cid, dan, ann, cid, bob, ann, dan]
      await Promise.all(heirs.map(({ uuid: heir }) => pass(storage, heir)))
      const members = await allOf(storage, team, "created_at")
      same(members.filter(({ role }) => role === "owner").length, 1, "how many owners there are")
      same(members.length, 4, "how many are on the team")
    },
  ),
  storageCase("staff: concurrent transfers and removals leave one owner", async (storage) => {
    await found(storage)
    await hire(storage, bobs, cids, dans)
    await Promise.all(
      [bob, cid, dan, ann].flatMap(({ uuid: one }) => [pass(storage, one), dismiss(storage, one)]),
    )
    same((await owners(storage)).length, 1, "how many owners there are")
  }),
]

const invite = (storage: Storage, ...all: readonly Invitation[]) =>
  write(storage, async (tx) => {
    for (const one of all) await tx.invitations.add(one)
  })
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.invitations.find(uuid(n)))
const settle = (storage: Storage, n: number, how: "accepted" | "withdrawn", ms: number) =>
  write(storage, (tx) => tx.invitations.settle(uuid(n), how, at(ms)))
const sweep = (storage: Storage, before: Date, limit: number) =>
  write(storage, (tx) => tx.invitations.sweep(before, limit))

export const invitations: readonly StorageCase[] = [
  storageCase(
    "invitations: found by uuid and by their token's hash, with all fields and with none",
    async (storage) => {
      await found(storage)
      const full = invitation(100, {
        ...ofHome,
        role: "manager",
        userUuid: cid.uuid,
        invitedByUserUuid: ann.uuid,
        settlement: "withdrawn",
        settledAt: at(7),
      })
      const bare = invitation(101, ofHome)
      const mailed = invitation(102, { ...ofHome, email: "Ó.Séaghdha@example.org" })
      await invite(storage, full, bare, mailed)
      await read(storage, async (tx) => {
        for (const one of [full, bare, mailed]) {
          same(await tx.invitations.find(one.uuid), one, "by uuid")
          same(await tx.invitations.findByToken(one.tokenHash), one, "by its token's hash")
        }
        same(await tx.invitations.find(uuid(999)), undefined, "an unknown uuid")
        same(await tx.invitations.findByToken(hash(999)), undefined, "an unknown hash")
      })
    },
  ),
  storageCase("invitations: the same uuid or token cannot be added again", async (storage) => {
    await found(storage)
    const one = invitation(100, ofHome)
    await invite(storage, one)
    await rejects(invite(storage, { ...one, tokenHash: hash(999) }), "a uuid that is there")
    await rejects(invite(storage, { ...one, uuid: uuid(101) }), "a token that is there")
    same(await find(storage, 101), undefined, "the refused one")
  }),
  storageCase(
    "invitations: a list shows what is open of one organization, sorted by creation, and paged",
    async (storage) => {
      await found(storage)
      const [a, b, c] = [
        invitation(103, { ...ofHome, createdAt: at(1), expiresAt: at(50) }),
        invitation(102, { ...ofHome, createdAt: at(2), expiresAt: at(50) }),
        invitation(101, { ...ofHome, createdAt: at(1), expiresAt: at(51) }),
      ]
      await invite(
        storage,
        a,
        b,
        c,
        invitation(104, { ...ofHome, settlement: "accepted", settledAt: at(3) }),
        invitation(105, { organizationUuid: away.uuid }),
      )
      const openAt =
        (ms: number): List<"created_at", Invitation> =>
        (tx, page) =>
          tx.invitations.list(home.uuid, at(ms), page)
      await sortsBy(storage, openAt(49), "created_at", [c, a, b])
      await sortsBy(storage, openAt(50), "created_at", [c])
      await sortsBy(storage, openAt(51), "created_at", [])
    },
  ),
  storageCase(
    "invitations: one is settled once, whether it has expired or not, and is still found",
    async (storage) => {
      await found(storage)
      await invite(
        storage,
        invitation(100, { ...ofHome, expiresAt: at(10) }),
        invitation(101, ofHome),
      )
      claim(await settle(storage, 100, "accepted", 50), "the first time must answer true")
      claim(!(await settle(storage, 100, "withdrawn", 60)), "the second must answer false")
      claim(!(await settle(storage, 999, "accepted", 50)), "an unknown one must answer false")
      same(
        await find(storage, 100),
        invitation(100, {
          ...ofHome,
          expiresAt: at(10),
          settlement: "accepted",
          settledAt: at(50),
        }),
        "the settled one",
      )
      same(await find(storage, 101), invitation(101, ofHome), "the other")
      claim(await settle(storage, 101, "withdrawn", 70), "the other can be withdrawn")
      same(
        await find(storage, 101),
        invitation(101, { ...ofHome, settlement: "withdrawn", settledAt: at(70) }),
        "the withdrawn one",
      )
    },
  ),
  storageCase("invitations: of concurrent settlements exactly one is true", async (storage) => {
    await found(storage)
    await invite(storage, invitation(100, ofHome))
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        settle(storage, 100, n % 2 === 0 ? "accepted" : "withdrawn", n),
      ),
    )
    same(all.filter(Boolean).length, 1, "how many settled it")
  }),
  storageCase(
    "invitations: sweep forgets those that expired before a moment, at most as many as asked for",
    async (storage) => {
      await found(storage)
      await invite(
        storage,
        ...[1, 2, 3, 4].map((n) => invitation(100 + n, { ...ofHome, expiresAt: at(n) })),
      )
      await settle(storage, 101, "accepted", 0)
      same(await sweep(storage, at(1), 10), 0, "when none lies before")
      same(await sweep(storage, at(4), 2), 2, "when three do and two are asked for")
      same(await sweep(storage, at(4), 2), 1, "the third")
      same(await sweep(storage, at(4), 2), 0, "when all are gone")
      same(await find(storage, 101), undefined, "a swept one")
      same((await find(storage, 104))?.uuid, uuid(104), "what is left")
    },
  ),
]
