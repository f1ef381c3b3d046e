import { type Breakage, later, verbs } from "./breakage.ts"

export const ofDoors: readonly Breakage[] = [
  verbs("presences are moved later", "presences: moveEarlier moves to an earlier moment alone", () => {
    const moved = new Map<string, Date>()
    return (tx) => ({
      presences: {
        ...tx.presences,
        moveEarlier: async (uuid, moment) => {
          await tx.presences.moveEarlier(uuid, moment)
          moved.set(uuid, moment)
        },
        find: async (sessionUuid, walletAddress) => {
          const row = await tx.presences.find(sessionUuid, walletAddress)
          return row === undefined ? undefined : { ...row, firstAdmittedAt: moved.get(row.uuid) ?? row.firstAdmittedAt }
        },
      },
    })
  }),
  verbs("a count includes its moment", "presences: count tells walk-ins from ticket holders, before a moment when asked", () => (tx) => ({
    presences: { ...tx.presences, count: (uuid, before) => tx.presences.count(uuid, before === undefined ? undefined : later(before, 1)) },
  })),
  verbs(
    "an admission's key is any client's",
    "presences: addAdmission answers false, and writes nothing, when that client used the key for that session",
    () => {
      const used = new Set<string>()
      return (tx) => ({
        presences: {
          ...tx.presences,
          addAdmission: async (row) => {
            const key = `${row.sessionUuid} ${row.idempotencyKey}`
            if (used.has(key)) return false
            used.add(key)
            return tx.presences.addAdmission(row)
          },
        },
      })
    },
  ),
  verbs("a dispute stays", "presences: dispute sets and clears the reason of one admission", () => (tx) => ({
    presences: {
      ...tx.presences,
      dispute: async (uuid, reason) => (reason === undefined ? undefined : tx.presences.dispute(uuid, reason)),
    },
  })),
  verbs("the next version is one more than the newest kept", "manifests: a swept version is not used again", () => (tx) => ({
    manifests: { ...tx.manifests, nextVersion: async (uuid) => ((await tx.manifests.newest(uuid))?.manifestVersion ?? 0) + 1 },
  })),
  verbs("a version kept again is ignored", "manifests: a version is kept once", () => (tx) => ({
    manifests: {
      ...tx.manifests,
      keep: async (issued) => {
        if ((await tx.manifests.find(issued.sessionUuid, issued.manifestVersion)) === undefined) await tx.manifests.keep(issued)
      },
    },
  })),
  verbs("a sweep has no limit", "manifests: sweep forgets those that ended before a moment, at most as many as asked for", () => (tx) => ({
    manifests: { ...tx.manifests, sweep: (before) => tx.manifests.sweep(before, 1_000_000) },
  })),
]
