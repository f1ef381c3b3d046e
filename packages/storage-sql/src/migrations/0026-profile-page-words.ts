import { pageWords } from "@symbolon/core"
import type { Engine } from "../engine.ts"
import { type Executor, rows } from "../executor.ts"
import { profilePageWordColumns, type ProfilePageWord } from "../schema/profiles.ts"
import { execute, insertEach } from "../statement.ts"
import type { Migration } from "./migration.ts"

const atOnce = 500

export const profilePageWords: Migration = {
  name: "0026-profile-page-words",
  statements: ({ createTable, createIndex }) => [
    createTable(
      "profile_page_words",
      { word: "text", user_uuid: "text", profile_page_uuid: "text" },
      (table) =>
        table
          .addPrimaryKeyConstraint("profile_page_words_pkey", [
            "word",
            "user_uuid",
            "profile_page_uuid",
          ])
          // A version before this one removes pages and knows nothing of their words.
          .addForeignKeyConstraint(
            "profile_page_words_page_fkey",
            ["profile_page_uuid"],
            "profile_pages",
            ["uuid"],
            (key) => key.onDelete("cascade"),
          ),
    ),
    createIndex("profile_page_words_of_page", "profile_page_words", ["profile_page_uuid", "word"]),
  ],
  // The words of the pages that are there. SQL cannot fold letters as the core does.
  fill: async (engine, tx) => {
    const add = insertEach("profilePageWords", profilePageWordColumns, {
      key: ["word", "userUuid", "profilePageUuid"],
      then: "skip",
    })(engine)
    let after = ""
    for (;;) {
      const pages = await pagesAfter(engine, tx, after)
      const last = pages.at(-1)
      if (last === undefined) return
      await add(tx, pages.flatMap(wordsOn))
      after = last.uuid
    }
  },
}

const pagesAfter = (engine: Engine, tx: Executor, after: string) =>
  rows(
    execute(
      tx,
      engine.db
        .selectFrom("profilePages as page")
        .innerJoin("users as owner", "owner.uuid", "page.userUuid")
        .select(["page.uuid", "page.userUuid", "page.name", "page.firstName", "page.lastName"])
        .select(["owner.username", "owner.firstName as ownFirst", "owner.lastName as ownLast"])
        .where("page.uuid", ">", after)
        .orderBy("page.uuid")
        .limit(atOnce),
    ),
  )

type Found = Awaited<ReturnType<typeof pagesAfter>>[number]

const wordsOn = ({ username, ownFirst, ownLast, ...page }: Found): readonly ProfilePageWord[] =>
  pageWords(page, { username, firstName: ownFirst, lastName: ownLast }).map((word) => ({
    word,
    userUuid: page.userUuid,
    profilePageUuid: page.uuid,
  }))
