import { type Breakage, later, resorted, verbs } from "./breakage.ts"

export const ofAccounts: readonly Breakage[] = [
  verbs(
    "users are listed by uuid",
    "users: a list is of everybody, shut accounts too, sorted by creation or username, ties by uuid",
    () => (tx) => ({
      users: {
        ...tx.users,
        list: (page) =>
          resorted(tx.users.list, page, (rows) =>
            rows.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
          ),
      },
    }),
  ),
  verbs(
    "shut accounts are not listed",
    "users: a list is of everybody, shut accounts too, sorted by creation or username, ties by uuid",
    () => (tx) => ({
      users: {
        ...tx.users,
        list: async (page) => {
          const { items } = await tx.users.list(page)
          const open = items.filter(
            ({ disabledAt, deletedAt }) => disabledAt === undefined && deletedAt === undefined,
          )
          return { items: open, totalItems: open.length }
        },
      },
    }),
  ),
  verbs(
    "a token is used twice",
    "oneTimeTokens: a token is used once, expired or not, and is still found",
    () => (tx) => ({
      oneTimeTokens: {
        ...tx.oneTimeTokens,
        consume: async (tokenHash, moment) => {
          await tx.oneTimeTokens.consume(tokenHash, moment)
          return (await tx.oneTimeTokens.find(tokenHash)) !== undefined
        },
      },
    }),
  ),
  verbs(
    "a used token is not found",
    "oneTimeTokens: a token is used once, expired or not, and is still found",
    () => (tx) => ({
      oneTimeTokens: {
        ...tx.oneTimeTokens,
        find: async (tokenHash) => {
          const token = await tx.oneTimeTokens.find(tokenHash)
          return token?.consumedAt === undefined ? token : undefined
        },
      },
    }),
  ),
  verbs(
    "a token that is added again is ignored",
    "oneTimeTokens: the same token cannot be added again",
    () => (tx) => ({
      oneTimeTokens: {
        ...tx.oneTimeTokens,
        add: async (token) =>
          (await tx.oneTimeTokens.find(token.tokenHash)) === undefined
            ? tx.oneTimeTokens.add(token)
            : undefined,
      },
    }),
  ),
  verbs(
    "a token of nobody is somebody's",
    "oneTimeTokens: a token comes back as it was written, of somebody and of nobody",
    () => (tx) => ({
      oneTimeTokens: {
        ...tx.oneTimeTokens,
        find: async (tokenHash) => {
          const token = await tx.oneTimeTokens.find(tokenHash)
          return token && { ...token, userUuid: token.userUuid ?? "nobody" }
        },
      },
    }),
  ),
  verbs(
    "forget knows no purposes",
    "oneTimeTokens: forget takes those of one user, of one purpose or of all, used ones too",
    () => (tx) => ({
      oneTimeTokens: {
        ...tx.oneTimeTokens,
        forget: (userUuid) => tx.oneTimeTokens.forget(userUuid),
      },
    }),
  ),
  verbs(
    "a sweep takes tokens that expire at its moment",
    "oneTimeTokens: sweep forgets those that expired before a moment, the longest ago first, at most as many as asked for",
    () => (tx) => ({
      oneTimeTokens: {
        ...tx.oneTimeTokens,
        sweep: (before, limit) => tx.oneTimeTokens.sweep(later(before, 1), limit),
      },
    }),
  ),
]
