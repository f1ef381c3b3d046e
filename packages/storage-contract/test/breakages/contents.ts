import { type Breakage, later, verbs } from "./breakage.ts"

export const ofContents: readonly Breakage[] = [
  verbs(
    "older decryption keys are dropped",
    "decryptionKeys: every version is kept, and found by its kid",
    () => (tx) => ({
      decryptionKeys: {
        ...tx.decryptionKeys,
        findAll: async (kids) => {
          const keys = await tx.decryptionKeys.findAll(kids)
          return keys.filter(
            (key) =>
              !keys.some((other) => other.address === key.address && other.version > key.version),
          )
        },
      },
    }),
  ),
  verbs(
    "an access key opens longer",
    "contents: an access key comes back as it was written",
    () => (tx) => ({
      contents: {
        ...tx.contents,
        addAccess: (access) =>
          tx.contents.addAccess({ ...access, expiresAt: later(access.expiresAt, 1) }),
      },
    }),
  ),
  verbs(
    "reads begin with the one asked behind",
    "contents: who read a transaction's content is listed by uuid",
    () => (tx) => ({
      contents: {
        ...tx.contents,
        readsOf: async (id, after, limit) => {
          const all = await tx.contents.readsOf(id, undefined, 1_000)
          return all.filter(({ uuid }) => after === undefined || uuid >= after).slice(0, limit)
        },
      },
    }),
  ),
  verbs(
    "more access keys are swept than were asked for",
    "contents: sweep forgets those that expired before a moment, the oldest first, at most as many as asked for",
    () => (tx) => ({
      contents: { ...tx.contents, sweepAccess: (before) => tx.contents.sweepAccess(before, 1_000) },
    }),
  ),
  verbs(
    "rows under other keys are shown too",
    "wrappedKeys: decryption: those that one key wraps, by id, with the version they are bound to",
    () => (tx) => ({
      wrappedKeys: {
        ...tx.wrappedKeys,
        wrappedBy: async (kind, kekId, after, limit) => {
          const other =
            kekId === "kek-1" ? await tx.wrappedKeys.wrappedBy(kind, "kek-2", after, limit) : []
          return [...(await tx.wrappedKeys.wrappedBy(kind, kekId, after, limit)), ...other].slice(
            0,
            limit,
          )
        },
      },
    }),
  ),
  verbs(
    "what was rotated meanwhile is written over",
    "wrappedKeys: wallet: rewrap writes a row that is as it was read, and passes over one that is not",
    () => (tx) => ({
      wrappedKeys: {
        ...tx.wrappedKeys,
        rewrap: async (kind, rows) => {
          const all = await tx.wrappedKeys.wrappedBy(kind, "kek-1", undefined, 1_000)
          return tx.wrappedKeys.rewrap(
            kind,
            rows.map((row) => ({
              ...row,
              before: all.find(({ id }) => id === row.id)?.wrapped ?? row.before,
            })),
          )
        },
      },
    }),
  ),
]
