import type { OneTimeTokenRepository } from "../accounts/one-time-token-repository.ts"
import { compare } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

export const oneTimeTokens = (tables: Tables): OneTimeTokenRepository => ({
  add: async (token) => addNew(tables.oneTimeTokens, token, "one-time token"),
  find: async (tokenHash) => tables.oneTimeTokens.get(tokenHash),
  consume: async (tokenHash, consumedAt) => {
    const token = tables.oneTimeTokens.get(tokenHash)
    if (token === undefined || token.consumedAt !== undefined) return false
    tables.oneTimeTokens.put({ ...token, consumedAt })
    return true
  },
  forget: async (userUuid, purpose) => {
    const theirs = tables.oneTimeTokens
      .rows()
      .filter(
        (token) => token.userUuid === userUuid && token.purpose === (purpose ?? token.purpose),
      )
    for (const { tokenHash } of theirs) tables.oneTimeTokens.delete(tokenHash)
    return theirs.length
  },
  sweep: async (before, limit) => {
    const old = tables.oneTimeTokens
      .rows()
      .filter(({ expiresAt }) => expiresAt < before)
      .toSorted((a, b) => compare(a.expiresAt, b.expiresAt))
      .slice(0, limit)
    for (const { tokenHash } of old) tables.oneTimeTokens.delete(tokenHash)
    return old.length
  },
})
