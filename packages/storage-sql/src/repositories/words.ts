import type { Expression } from "kysely"
import type { Engine } from "../engine.ts"
import type { Stretch } from "../slices.ts"

type Db = Engine["db"]

/**
 * After every word that begins so: texts are in the order of their code points, and no letter has
 * the last one.
 */
export const pastAll = (beginning: string): string => `${beginning}\u{10ffff}`

/**
 * Whether a user has a word that begins so. As a value and not as a condition: PostgreSQL makes a
 * join of the condition, and then reads all who have the word.
 */
export const hasWord = (db: Db, userUuid: Expression<string>, beginning: string) =>
  db
    .selectFrom("userWords as other")
    .select("other.userUuid")
    .where("other.userUuid", "=", userUuid)
    .where("other.word", ">=", beginning)
    .where("other.word", "<", pastAll(beginning))
    .limit(1)

/** The part of a table of words that begins so. `whose` is the column behind the word in its key. */
export const beginningWith = (beginning: string, whose: string): Stretch => ({
  along: { by: "word", tie: whose, order: "asc" },
  part: {
    after: { by: beginning, edge: "below" },
    until: { by: pastAll(beginning), edge: "below" },
  },
})
