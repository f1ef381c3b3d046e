import { pageWords } from "@symbolon/core"
import type { ProfilePage, User } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { first, rows, type Executor } from "../executor.ts"
import { profilePageWordColumns, type ProfilePageWord } from "../schema/profiles.ts"
import { compiled, insertEach, statement } from "../statement.ts"

type Person = Pick<User, "uuid" | "username" | "firstName" | "lastName">
type Named = Pick<ProfilePage, "uuid" | "name" | "firstName" | "lastName">

const statements = {
  person: statement<{ uuid: string }>()(({ db }, p) =>
    db
      .selectFrom("users")
      .select(["uuid", "username", "firstName", "lastName"])
      .where("uuid", "=", p.uuid),
  ),
  pagesOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("profilePages")
      .select(["uuid", "name", "firstName", "lastName"])
      .where("userUuid", "=", p.userUuid),
  ),
  wordsOn: statement<{ pages: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("profilePageWords")
      .select(["profilePageUuid", "word"])
      .where((eb) => flavor.among(eb.ref("profilePageUuid"), eb.val(p.pages))),
  ),
  dropWords: statement<{ page: string; words: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .deleteFrom("profilePageWords")
      .where("profilePageUuid", "=", p.page)
      .where((eb) => flavor.among(eb.ref("word"), eb.val(p.words))),
  ),
  addWords: insertEach<ProfilePageWord>("profilePageWords", profilePageWordColumns),
}

/** Keeps the words by which contacts that show a page are found. */
export const pageWordsOf = (engine: Engine) => {
  const run = compiled(statements, engine)
  const keep = async (tx: Executor, person: Person, pages: readonly Named[]): Promise<void> => {
    if (pages.length === 0) return
    const held = await rows(run.wordsOn(tx, { pages: pages.map(({ uuid }) => uuid) }))
    for (const page of pages) {
      const wanted = pageWords(page, person)
      const before = held.filter((one) => one.profilePageUuid === page.uuid).map((one) => one.word)
      const words = before.filter((word) => !wanted.includes(word))
      if (words.length > 0) await run.dropWords(tx, { page: page.uuid, words })
      const added = wanted.filter((word) => !before.includes(word))
      await run.addWords(
        tx,
        added.map((word) => ({ word, userUuid: person.uuid, profilePageUuid: page.uuid })),
      )
    }
  }
  return {
    /** After a page was written: its name may be another. */
    ofPage: async (tx: Executor, page: ProfilePage): Promise<void> => {
      const person = await first(run.person(tx, { uuid: page.userUuid }))
      if (person !== undefined) await keep(tx, person, [page])
    },
    /** After a user was written: pages without names of their own show those of the account. */
    ofUser: async (tx: Executor, person: Person): Promise<void> =>
      keep(tx, person, await rows(run.pagesOf(tx, { userUuid: person.uuid }))),
  }
}
