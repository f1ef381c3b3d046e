import type { OauthChallenge, OauthChallengeRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { oauthChallengeColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

type Advance = Pick<
  OauthChallenge,
  "challengeHash" | "browserHash" | "csrfHash" | "isAccountChosen" | "isSignedInAnew"
>

const statements = {
  add: rowStatement<OauthChallenge>(oauthChallengeColumns)(({ db }, row) =>
    db.insertInto("oauthChallenges").values(row),
  ),
  find: statement<{ challengeHash: string }>()(({ db }, p) =>
    db
      .selectFrom("oauthChallenges")
      .select(namesOf(oauthChallengeColumns))
      .where("challengeHash", "=", p.challengeHash),
  ),
  advance: statement<Advance>()(({ db }, p) =>
    db
      .updateTable("oauthChallenges")
      .set({
        browserHash: p.browserHash,
        csrfHash: p.csrfHash,
        isAccountChosen: p.isAccountChosen,
        isSignedInAnew: p.isSignedInAnew,
      })
      .where("challengeHash", "=", p.challengeHash)
      .where("consumedAt", "is", null),
  ),
  consume: statement<{ challengeHash: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("oauthChallenges")
      .set({ consumedAt: p.at })
      .where("challengeHash", "=", p.challengeHash)
      .where("consumedAt", "is", null),
  ),
  sweep: sweeping("oauthChallenges", "challengeHash", "expiresAt"),
}

export const oauthChallenges: Opens<OauthChallengeRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (challenge) => done(run.add(tx, challenge)),
    find: (challengeHash) => first(run.find(tx, { challengeHash })),
    advance: (challengeHash, { browserHash, csrfHash, isAccountChosen, isSignedInAnew }) =>
      did(
        run.advance(tx, { challengeHash, browserHash, csrfHash, isAccountChosen, isSignedInAnew }),
      ),
    consume: (challengeHash, at) => did(run.consume(tx, { challengeHash, at })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
