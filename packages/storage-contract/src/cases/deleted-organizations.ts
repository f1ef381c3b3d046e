import type { Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { addOrganization, addPerson, club, found } from "../club.ts"
import { addRows, row } from "../membership-samples.ts"
import { at, organization, tier, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob } = club
const page = { page: 1, pageSize: 10, sortBy: "name", sortOrder: "asc" } as const

const remove = (storage: Storage, deletedAt = at(5)) =>
  write(storage, (tx) => tx.organizations.change({ ...home, deletedAt }))

/** Joins as an application does it: holds the organization. */
const join = (storage: Storage, organizationUuid: string, tierUuid: string, n: number) =>
  write(storage, async (tx) => {
    if ((await tx.organizations.hold(organizationUuid)) === undefined) return "late"
    await tx.tiers.hold(tierUuid)
    claim(
      await tx.memberships.add(row(n, { organizationUuid, tierUuid, userUuid: uuid(n) })),
      "nobody is a member yet",
    )
    return "joined"
  })

/** Deletes it as an application does it: ends what it sees under its lock. */
const close = (storage: Storage, organizationUuid: string) =>
  write(storage, async (tx) => {
    const there = await tx.organizations.lock(organizationUuid)
    if (there === undefined) return "late"
    const members = await tx.memberships.list(
      { organizationUuid, filter: "current", at: at(0) },
      { page: 1, pageSize: 1000, sortBy: "created_at", sortOrder: "asc" },
    )
    const ended = { endedAt: at(0), endedBy: "closed" as const }
    await tx.memberships.replaceAll(
      members.items.map((one) => ({ ...one, ...ended, revision: one.revision + 1 })),
    )
    await tx.organizations.change({ ...there, deletedAt: at(0) })
    return "deleted"
  })

export const deletedOrganizations: readonly StorageCase[] = [
  storageCase(
    "organizations: a deleted one is answered by no verb, and keeps its slug",
    async (storage) => {
      await found(storage)
      await addRows(storage, row(100, { userUuid: bob.uuid }))
      claim(await remove(storage), "one that is there can be deleted")
      for (const mode of ["read", "write"] as const)
        await storage.transact(mode, async (tx) => {
          same(await tx.organizations.find(home.slug), undefined, "by slug")
          same(await tx.organizations.find(home.uuid), undefined, "by uuid")
          same(await tx.organizations.findAll([home.uuid, away.uuid]), [away], "among many")
          same(await tx.organizations.hold(home.uuid), undefined, "held")
          same(await tx.organizations.lock(home.uuid), undefined, "locked")
          const all = await tx.organizations.list({ at: at(0) }, page)
          same(all, { items: [away], totalItems: 1 }, "in the list of all")
          same(
            await tx.organizations.list({ at: at(0), organizationUuid: home.uuid }, page),
            { items: [], totalItems: 0 },
            "alone",
          )
          same(
            await tx.organizations.list({ at: at(0), userUuid: ann.uuid }, page),
            { items: [], totalItems: 0 },
            "on the team",
          )
          same(
            (await tx.organizations.list({ at: at(0), userUuid: bob.uuid }, page)).items,
            [away],
            "as a member",
          )
        })
      claim(!(await remove(storage, at(6))), "it cannot be deleted again")
      claim(!(await write(storage, (tx) => tx.organizations.change(home))), "it cannot come back")
      await rejects(
        write(storage, (tx) => tx.organizations.add(organization(100, { slug: home.slug }))),
        "its slug for another",
      )
      same(await read(storage, (tx) => tx.organizations.find(away.slug)), away, "another one")
    },
  ),
  storageCase(
    "organizations: many at once: none, some twice, unknown ones left out",
    async (storage) => {
      await found(storage)
      await read(storage, async (tx) => {
        same(await tx.organizations.findAll([]), [], "of no uuids")
        sameSet(
          await tx.organizations.findAll([home.uuid, uuid(999), away.uuid, home.uuid]),
          [home, away],
          "of some, one twice",
        )
        same(await tx.organizations.findAll([home.slug]), [], "by a slug")
      })
    },
  ),
  storageCase("organizations: held by uuid alone, in reads and in writes", async (storage) => {
    await found(storage)
    for (const ask of [read, write]) {
      same(await ask(storage, (tx) => tx.organizations.hold(home.uuid)), home, "the organization")
      same(await ask(storage, (tx) => tx.organizations.hold(home.slug)), undefined, "by its slug")
      same(
        await ask(storage, (tx) => tx.organizations.hold(uuid(999))),
        undefined,
        "an unknown one",
      )
    }
  }),
  storageCase(
    "organizations: whoever joins while it is deleted is ended with it, or comes too late",
    async (storage) => {
      await found(storage)
      const clubs = Array.from({ length: 6 }, (_, n) => organization(500 + n))
      await write(storage, async (tx) => {
        for (let n = 600; n < 630; n += 1) await addPerson(tx, n)
        for (const [n, one] of clubs.entries()) {
          await addOrganization(tx, one)
          await tx.tiers.add(tier(520 + n, { organizationUuid: one.uuid }))
        }
      })
      const rounds = await Promise.all(
        clubs.map(async ({ uuid: organizationUuid }, round) => {
          const joins = Array.from(
            { length: 5 },
            (_, n) => () => join(storage, organizationUuid, uuid(520 + round), 600 + round * 5 + n),
          )
          const closing = () => close(storage, organizationUuid)
          const starts = [...joins.slice(0, round), closing, ...joins.slice(round), closing]
          return { organizationUuid, outcomes: await Promise.all(starts.map((start) => start())) }
        }),
      )
      for (const { organizationUuid, outcomes } of rounds) {
        same(
          outcomes.filter((outcome) => outcome === "deleted").length,
          1,
          "how often it was deleted",
        )
        const count = async (filter: "current" | "ended") =>
          (
            await read(storage, (tx) =>
              tx.memberships.list(
                { organizationUuid, filter, at: at(0) },
                { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
              ),
            )
          ).totalItems
        same(await count("current"), 0, "how many are members of what is deleted")
        same(
          await count("ended"),
          outcomes.filter((outcome) => outcome === "joined").length,
          "how many were",
        )
      }
    },
  ),
]
