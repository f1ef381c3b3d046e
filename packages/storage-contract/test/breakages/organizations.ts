import type { Organization, OrganizationRepository, Repositories } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

const deleted = "organizations: a deleted one is answered by no verb, and keeps its slug"
const atOnce = "organizations: many at once: none, some twice, unknown ones left out"
const held = "organizations: held by uuid alone, in reads and in writes"
const raced = "organizations: whoever joins while it is deleted is ended with it, or comes too late"

/** Who was deleted, by uuid. */
type Gone = ReadonlyMap<string, Organization>

/** A storage in which some verbs know those that were deleted. */
const remembering = (
  name: string,
  answering: (tx: Repositories, gone: Gone) => Partial<OrganizationRepository>,
): Breakage =>
  verbs(name, deleted, () => {
    const gone = new Map<string, Organization>()
    return (tx) => ({
      organizations: {
        ...tx.organizations,
        change: async (one) => {
          if (one.deletedAt !== undefined) gone.set(one.uuid, one)
          return tx.organizations.change(one)
        },
        ...answering(tx, gone),
      },
    })
  })

export const ofOrganizations: readonly Breakage[] = [
  remembering("a deleted organization is found by its uuid", ({ organizations }, gone) => ({
    find: async (slugOrUuid) => (await organizations.find(slugOrUuid)) ?? gone.get(slugOrUuid),
  })),
  remembering("a deleted organization is found among many", ({ organizations }, gone) => ({
    findAll: async (uuids) => [
      ...(await organizations.findAll(uuids)),
      ...uuids.flatMap((uuid) => gone.get(uuid) ?? []),
    ],
  })),
  remembering("a deleted organization can be held", ({ organizations }, gone) => ({
    hold: async (uuid) => (await organizations.hold(uuid)) ?? gone.get(uuid),
  })),
  remembering("a deleted organization can be locked", ({ organizations }, gone) => ({
    lock: async (uuid) => (await organizations.lock(uuid)) ?? gone.get(uuid),
  })),
  remembering("a deleted organization is listed", ({ organizations }, gone) => ({
    list: async (of, page) => {
      const { items, totalItems } = await organizations.list(of, page)
      return { items: [...items, ...gone.values()], totalItems: totalItems + gone.size }
    },
  })),
  remembering("an organization is deleted again", ({ organizations }, gone) => ({
    change: async (one) => (await organizations.change(one)) || gone.size >= 0,
  })),
  remembering("a deleted organization's slug is free", ({ organizations }) => ({
    change: (one) =>
      organizations.change(
        one.deletedAt === undefined ? one : { ...one, slug: `${one.slug}-deleted` },
      ),
  })),
  verbs("organizations are found by their slugs among many", atOnce, () => (tx) => ({
    organizations: {
      ...tx.organizations,
      findAll: async (keys) => {
        const rows = new Map<string, Organization>()
        for (const key of keys) {
          const one = await tx.organizations.find(key)
          if (one !== undefined) rows.set(one.uuid, one)
        }
        return [...rows.values()]
      },
    },
  })),
  verbs("an organization is held by its slug", held, () => (tx) => ({
    organizations: { ...tx.organizations, hold: (uuid) => tx.organizations.find(uuid) },
  })),
  verbs("who holds an organization saw it before", raced, () => {
    const seen = new Map<string, Organization | undefined>()
    return (tx) => ({
      organizations: {
        ...tx.organizations,
        hold: async (uuid) => {
          if (!seen.has(uuid)) seen.set(uuid, await tx.organizations.hold(uuid))
          return seen.get(uuid)
        },
      },
    })
  }),
]
