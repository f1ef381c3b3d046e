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
    "files are cleared a moment early",
    "files: those to be cleared are answered from their moment on, the earliest first",
    () => (tx) => ({
      files: { ...tx.files, toClear: (at, limit) => tx.files.toClear(later(at, 1), limit) },
    }),
  ),
]
