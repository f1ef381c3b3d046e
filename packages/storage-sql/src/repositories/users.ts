import { searchWords } from "@symbolon/core"
import type { User, UserRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import {
  storedUserColumns,
  userColumns,
  userHandleColumns,
  userWordColumns,
  type StoredUser,
  type UserHandle,
  type UserWord,
} from "../schema/people.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { pageWordsOf } from "./page-words.ts"

const fields = namesOf(userColumns)

const sorting = { columns: userColumns, by: { created_at: "createdAt", username: "username" } }

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("users").select(fields).where("uuid", "=", p.uuid)

const statements = {
  add: rowStatement<StoredUser>(storedUserColumns)(({ db }, row) =>
    db.insertInto("users").values(row),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  findByUsername: statement<{ username: string }>()(({ db }, p) =>
    db.selectFrom("users").select(fields).where("username", "=", p.username),
  ),
  findByHandle: statement<{ handle: string }>()(({ db }, p) =>
    db
      .selectFrom("userHandles")
      .innerJoin("users", "users.uuid", "userHandles.userUuid")
      .select(fields)
      .where("handle", "=", p.handle),
  ),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("users")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  // The key is not written over itself: SQLite would look for those who refer to it, and in most
  // tables it would have to read all rows.
  change: rowStatement<User>(userColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("users").set(row).where("uuid", "=", uuid),
  ),
  passwordHash: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("users").select("passwordHash").where("uuid", "=", p.uuid),
  ),
  setPassword: statement<{ uuid: string; passwordHash: string | undefined }>()(({ db }, p) =>
    db.updateTable("users").set({ passwordHash: p.passwordHash }).where("uuid", "=", p.uuid),
  ),
  addHandle: rowStatement<UserHandle>(userHandleColumns)(({ db }, row) =>
    db.insertInto("userHandles").values(row),
  ),
  takeHandle: rowStatement<UserHandle>(userHandleColumns)(({ db }, row) =>
    db
      .insertInto("userHandles")
      .values(row)
      .onConflict((oc) => oc.column("handle").doNothing()),
  ),
  dropHandle: statement<{ handle: string }>()(({ db }, p) =>
    db.deleteFrom("userHandles").where("handle", "=", p.handle),
  ),
  handlesOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("userHandles")
      .select("handle")
      .where("userUuid", "=", p.userUuid)
      .orderBy("handle"),
  ),
  addWords: insertEach<UserWord>("userWords", userWordColumns),
  wordsOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db.selectFrom("userWords").select("word").where("userUuid", "=", p.userUuid),
  ),
  dropWords: statement<{ userUuid: string; words: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .deleteFrom("userWords")
      .where("userUuid", "=", p.userUuid)
      .where((eb) => flavor.among(eb.ref("word"), eb.val(p.words))),
  ),
}

export const users: Opens<UserRepository> = (engine) => {
  const run = compiled(statements, engine)
  const shownWords = pageWordsOf(engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.find
    const drop = async (handles: readonly string[]): Promise<void> => {
      for (const handle of handles) await run.dropHandle(tx, { handle })
    }
    /** Takes all of the handles, or none. */
    const take = async (userUuid: string, handles: readonly string[]): Promise<boolean> => {
      for (const [index, handle] of handles.entries()) {
        if (await did(run.takeHandle(tx, { handle, userUuid }))) continue
        await drop(handles.slice(0, index))
        return false
      }
      return true
    }
    /**
     * Writes down what the user is found by, where it is not what it was: most changes are of
     * something else.
     */
    const keepWords = async (user: User): Promise<void> => {
      const wanted = searchWords(user)
      const held = (await rows(run.wordsOf(tx, { userUuid: user.uuid }))).map(({ word }) => word)
      const words = held.filter((word) => !wanted.includes(word))
      if (words.length > 0) await run.dropWords(tx, { userUuid: user.uuid, words })
      await run.addWords(
        tx,
        wanted
          .filter((word) => !held.includes(word))
          .map((word) => ({ word, userUuid: user.uuid })),
      )
    }
    return {
      add: async (user, passwordHash) => {
        await run.add(tx, { ...user, passwordHash })
        for (const handle of handlesOf(user))
          await run.addHandle(tx, { handle, userUuid: user.uuid })
        await run.addWords(
          tx,
          searchWords(user).map((word) => ({ word, userUuid: user.uuid })),
        )
      },
      find: (uuid) => first(run.find(tx, { uuid })),
      findByUsername: (username) => first(run.findByUsername(tx, { username })),
      findByEmail: (email) => first(run.findByHandle(tx, { handle: handleOfEmail(email) })),
      findByIamUserId: (iamUserId) =>
        first(run.findByHandle(tx, { handle: handleOfSubject(iamUserId) })),
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      list: (page) => readPage(tx, engine.db.selectFrom("users").select(fields), page, sorting),
      lock: (uuid) => first(lock(tx, { uuid })),
      change: async (user) => {
        const wanted = handlesOf(user)
        const held = (await rows(run.handlesOf(tx, { userUuid: user.uuid }))).map(
          ({ handle }) => handle,
        )
        if (
          !(await take(
            user.uuid,
            wanted.filter((handle) => !held.includes(handle)),
          ))
        )
          return false
        await drop(held.filter((handle) => !wanted.includes(handle)))
        if (!(await did(run.change(tx, user)))) return false
        await keepWords(user)
        await shownWords.ofUser(tx, user)
        return true
      },
      passwordHash: async (uuid) => (await first(run.passwordHash(tx, { uuid })))?.passwordHash,
      setPassword: (uuid, passwordHash) => done(run.setPassword(tx, { uuid, passwordHash })),
    }
  }
}

// Put in lower case here and not by the engine: engines know the letters of ASCII only.
const handleOfEmail = (email: string): string => `email:${email.toLowerCase()}`
const handleOfSubject = (iamUserId: string): string => `iam:${iamUserId}`

const handlesOf = ({ email, emailVerifiedAt, iamUserId }: User): readonly string[] => [
  ...(email === undefined || emailVerifiedAt === undefined ? [] : [handleOfEmail(email)]),
  ...(iamUserId === undefined ? [] : [handleOfSubject(iamUserId)]),
]
