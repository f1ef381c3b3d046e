import type { Tier } from "@symbolon/core/storage"
import { type Breakage, later, verbs } from "./breakage.ts"

export const ofFiles: readonly Breakage[] = [
  verbs(
    "uploads that nobody finished are listed",
    "files: a list has the stored files of one owner, sorted by creation",
    () => (tx) => ({
      files: {
        ...tx.files,
        list: async (ownerUuid, page) => {
          const { items, totalItems } = await tx.files.list(ownerUuid, page)
          const coming = (await tx.files.toClear(new Date(8.64e15), 1000)).filter(
            (file) => file.state === "pending" && file.ownerUuid === ownerUuid,
          )
          return {
            items: [...items, ...coming].slice(0, page.pageSize),
            totalItems: totalItems + coming.length,
          }
        },
      },
    }),
  ),
  verbs(
    "files that were removed count as pending",
    "files: the pending ones of a holder are counted whose time has not come",
    () => (tx) => ({
      files: {
        ...tx.files,
        countPending: async (holderUuid, at) =>
          (await tx.files.countPending(holderUuid, at)) +
          (await tx.files.walk(undefined, 1000)).filter(
            (file) => file.state === "removed" && file.holderUuid === holderUuid,
          ).length,
      },
    }),
  ),
  verbs(
    "what is deleted goes on showing its image",
    "files: the uses of one are what shows it and is not deleted, by type and uuid",
    () => {
      const deleted: Tier[] = []
      return (tx) => ({
        tiers: {
          ...tx.tiers,
          add: async (tier) => {
            if (tier.deletedAt !== undefined) deleted.push(tier)
            return tx.tiers.add(tier)
          },
        },
        files: {
          ...tx.files,
          uses: async (uuid, limit) => [
            ...(await tx.files.uses(uuid, limit)),
            ...deleted
              .filter(({ imageFileUuid }) => imageFileUuid === uuid)
              .map((tier) => ({ type: "membership_tier", uuid: tier.uuid }) as const),
          ],
        },
      })
    },
  ),
  verbs(
    "the files of an owner are removed without its uploads",
    "files: all of an owner are removed, stored and pending, and no others of its holder",
    () => (tx) => ({
      files: {
        ...tx.files,
        removeOwned: async (ownerUuid, at) => {
          const stored = await tx.files.walkOf(ownerUuid, undefined, 1000)
          for (const file of stored)
            await tx.files.change({ ...file, state: "removed", clearAt: at })
          return stored.length
        },
      },
    }),
  ),
  verbs(
    "the files of an owner go with all of its holder",
    "files: all of an owner are removed, stored and pending, and no others of its holder",
    () => (tx) => ({
      files: {
        ...tx.files,
        removeOwned: async (ownerUuid, at) => {
          const [one] = await tx.files.walkOf(ownerUuid, undefined, 1)
          return tx.files.removeAllOf(one?.holderUuid ?? ownerUuid, at)
        },
      },
    }),
  ),
  verbs(
    "what a file counts is forgotten when it is removed",
    "files: what those of a holder count is kept as a sum, until they are forgotten",
    () => (tx) => ({
      files: {
        ...tx.files,
        lockBytes: async (holderUuid) => {
          const gone = (await tx.files.walk(undefined, 1000)).filter(
            (file) => file.state === "removed" && file.holderUuid === holderUuid,
          )
          const bytes = gone.reduce((sum, { countedBytes }) => sum + countedBytes, 0)
          return (await tx.files.lockBytes(holderUuid)) - bytes
        },
      },
    }),
  ),
  verbs(
    "a wrong sum is not noticed",
    "files: the sums of all holders are walked through, and counted anew where they are wrong",
    () => (tx) => ({
      files: {
        ...tx.files,
        walkBytes: async (after, limit) =>
          (await tx.files.walkBytes(after, limit)).map((row) => ({
            ...row,
            actualBytes: row.bytes,
          })),
      },
    }),
  ),
  verbs(
    "a recount answers the sum that was kept",
    "files: the sums of all holders are walked through, and counted anew where they are wrong",
    () => (tx) => ({
      files: { ...tx.files, recountBytes: async (holderUuid) => tx.files.lockBytes(holderUuid) },
    }),
  ),
  verbs(
    "what of a holder is to be cleared has its latest first",
    "files: those of a holder to be cleared are answered, the earliest first",
    () => (tx) => ({
      files: {
        ...tx.files,
        toClearOf: async (holderUuid, at, limit) =>
          (await tx.files.toClearOf(holderUuid, at, 1000)).toReversed().slice(0, limit),
      },
    }),
  ),
  verbs(
    "stored files can be forgotten",
    "files: one that was removed is forgotten, and no other",
    () => (tx) => ({
      files: {
        ...tx.files,
        forget: async (uuid) => {
          const file = await tx.files.find(uuid)
          if (file !== undefined) await tx.files.change({ ...file, state: "removed" })
          return tx.files.forget(uuid)
        },
      },
    }),
  ),
  verbs(
    "files that were removed are passed by",
    "files: all are walked through by uuid, in any state and whoever holds them",
    () => (tx) => ({
      files: {
        ...tx.files,
        walk: async (after, limit) =>
          (await tx.files.walk(after, limit)).filter(({ state }) => state !== "removed"),
      },
    }),
  ),
  verbs(
    "files are cleared a moment early",
    "files: those to be cleared are answered from their moment on, the earliest first",
    () => (tx) => ({
      files: { ...tx.files, toClear: (at, limit) => tx.files.toClear(later(at, 1), limit) },
    }),
  ),
]
