import type { User } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

export const ofUsers: readonly Breakage[] = [
  verbs(
    "addresses are compared as they were typed",
    "users: found by a verified address in any case, and by no other",
    () => (tx) => ({
      users: {
        ...tx.users,
        findByEmail: async (email) => {
          const user = await tx.users.findByEmail(email)
          return user?.email === email ? user : undefined
        },
      },
    }),
  ),
  verbs(
    "only the letters of ASCII have two cases",
    "users: found by a verified address in any case, and by no other",
    () => (tx) => ({
      users: {
        ...tx.users,
        findByEmail: async (email) => {
          const user = await tx.users.findByEmail(email)
          const lower = (text = "") => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
          return lower(user?.email) === lower(email) ? user : undefined
        },
      },
    }),
  ),
  verbs(
    "an address that was typed signs in",
    "users: found by a verified address in any case, and by no other",
    () => {
      const typed = new Map<string, User>()
      return (tx) => ({
        users: {
          ...tx.users,
          add: async (user, hash) => {
            typed.set(user.email?.toLowerCase() ?? "", user)
            await tx.users.add(user, hash)
          },
          findByEmail: async (email) =>
            (await tx.users.findByEmail(email)) ?? typed.get(email.toLowerCase()),
        },
      })
    },
  ),
  verbs(
    "an address taken is written all the same",
    "users: change answers false, and writes nothing, when somebody else has that address or subject",
    () => (tx) => ({
      users: {
        ...tx.users,
        change: async (user) => {
          const isChanged = await tx.users.change(user)
          if (!isChanged) await tx.users.change({ ...user, email: undefined, iamUserId: undefined })
          return isChanged
        },
      },
    }),
  ),
  verbs(
    "a free address is taken though the subject is not free",
    "users: change answers false, and writes nothing, when somebody else has that address or subject",
    () => (tx) => ({
      users: {
        ...tx.users,
        change: async (user) => {
          const isChanged = await tx.users.change(user)
          const before = await tx.users.find(user.uuid)
          const { email, emailVerifiedAt } = user
          if (!isChanged && before !== undefined)
            await tx.users.change({ ...before, email, emailVerifiedAt })
          return isChanged
        },
      },
    }),
  ),
  verbs(
    "one address is everybody's",
    "users: of concurrent changes to one address exactly one is true",
    () => (tx) => ({
      users: { ...tx.users, change: async (user) => (await tx.users.change(user)) || true },
    }),
  ),
  verbs(
    "what was locked was read before",
    "users: of concurrent writers that lock a user none loses another's change",
    () => {
      const seen = new Map<string, User | undefined>()
      return (tx) => ({
        users: {
          ...tx.users,
          lock: async (uuid) => {
            if (!seen.has(uuid)) seen.set(uuid, await tx.users.lock(uuid))
            return seen.get(uuid)
          },
        },
      })
    },
  ),
  verbs(
    "a change takes the password away",
    "users: change writes every field but the password, and lock reads",
    () => (tx) => ({
      users: {
        ...tx.users,
        change: async (user) => {
          await tx.users.setPassword(user.uuid, undefined)
          return tx.users.change(user)
        },
      },
    }),
  ),
  verbs(
    "a password cannot be taken away",
    "users: a password is set, replaced and taken away, of one user alone",
    () => (tx) => ({
      users: {
        ...tx.users,
        setPassword: async (uuid, hash) =>
          hash === undefined ? undefined : tx.users.setPassword(uuid, hash),
      },
    }),
  ),
]
