import type { OneTimeToken, Storage, User } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { at, hash, oneTimeToken, user } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, cid, dan } = club

const everybody: List<"created_at" | "username", User> = (tx, page) => tx.users.list(page)

export const userLists: readonly StorageCase[] = [
  storageCase(
    "users: a list is of everybody, shut accounts too, sorted by creation or username, ties by uuid",
    async (storage) => {
      await found(storage)
      const [a, b, c] = [
        user(102, { username: "zed", createdAt: at(-3), disabledAt: at(1) }),
        user(101, { username: "a-first", createdAt: at(-1), deletedAt: at(1) }),
        user(100, { username: "m", createdAt: at(-3) }),
      ]
      await write(storage, async (tx) => {
        for (const one of [a, b, c]) await tx.users.add(one, undefined)
      })
      await sortsBy(storage, everybody, "created_at", [c, a, b, ann, bob, cid, dan])
      await sortsBy(storage, everybody, "username", [b, c, ann, bob, cid, dan, a])
    },
  ),
]

const add = (storage: Storage, ...tokens: readonly OneTimeToken[]) =>
  write(storage, async (tx) => {
    for (const token of tokens) await tx.oneTimeTokens.add(token)
  })
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.oneTimeTokens.find(hash(n)))
const consume = (storage: Storage, n: number, ms: number) =>
  write(storage, (tx) => tx.oneTimeTokens.consume(hash(n), at(ms)))
/** Which of these tokens are there. */
const there = (storage: Storage, numbers: readonly number[]) =>
  read(storage, async (tx) => {
    const found: number[] = []
    for (const n of numbers) if ((await tx.oneTimeTokens.find(hash(n))) !== undefined) found.push(n)
    return found
  })

export const oneTimeTokens: readonly StorageCase[] = [
  storageCase(
    "oneTimeTokens: a token comes back as it was written, of somebody and of nobody",
    async (storage) => {
      await found(storage)
      const full = oneTimeToken(100, {
        userUuid: ann.uuid,
        purpose: "setup",
        subject: "Ålesund — 港@example.org",
        consumedAt: at(3),
      })
      const bare = oneTimeToken(101, { subject: "" })
      await add(storage, full, bare)
      same(await find(storage, 100), full, "of somebody, used")
      same(await find(storage, 101), bare, "of nobody")
      same(await find(storage, 999), undefined, "an unknown one")
    },
  ),
  storageCase("oneTimeTokens: the same token cannot be added again", async (storage) => {
    await found(storage)
    await add(storage, oneTimeToken(100))
    await rejects(
      add(storage, oneTimeToken(100, { userUuid: bob.uuid, subject: "another" })),
      "a token that is there",
    )
    same(await find(storage, 100), oneTimeToken(100), "the token")
  }),
  storageCase(
    "oneTimeTokens: a token is used once, expired or not, and is still found",
    async (storage) => {
      await found(storage)
      await add(storage, oneTimeToken(100), oneTimeToken(101))
      claim(await consume(storage, 100, 5), "a token must be used")
      claim(!(await consume(storage, 100, 6)), "a second use must be refused")
      claim(!(await consume(storage, 999, 6)), "an unknown token must be refused")
      same(await find(storage, 100), oneTimeToken(100, { consumedAt: at(5) }), "the token")
      same(await find(storage, 101), oneTimeToken(101), "another one")
      claim(
        await consume(storage, 101, 999_999_999),
        "whether it has expired is not the store's to say",
      )
    },
  ),
  storageCase(
    "oneTimeTokens: of many who use a token at once exactly one does",
    async (storage) => {
      await found(storage)
      await add(storage, oneTimeToken(100))
      const uses = await Promise.all(Array.from({ length: 10 }, (_, n) => consume(storage, 100, n)))
      same(uses.filter(Boolean).length, 1, "how many used it")
    },
  ),
  storageCase(
    "oneTimeTokens: forget takes those of one user, of one purpose or of all, used ones too",
    async (storage) => {
      await found(storage)
      const ofAnn = { userUuid: ann.uuid }
      await add(
        storage,
        oneTimeToken(100, { ...ofAnn, purpose: "password_reset" }),
        oneTimeToken(101, { ...ofAnn, purpose: "password_reset", consumedAt: at(1) }),
        oneTimeToken(102, { ...ofAnn, purpose: "email_verification" }),
        oneTimeToken(103, { ...ofAnn, purpose: "passkey_challenge" }),
        oneTimeToken(104, { userUuid: bob.uuid, purpose: "password_reset" }),
        oneTimeToken(105, { purpose: "password_reset" }),
      )
      const all = [100, 101, 102, 103, 104, 105]
      const forget = (purpose?: OneTimeToken["purpose"]) =>
        write(storage, (tx) => tx.oneTimeTokens.forget(ann.uuid, purpose))
      same(await forget("password_reset"), 2, "how many of one purpose")
      same(await there(storage, all), [102, 103, 104, 105], "what is left")
      same(await forget("password_reset"), 0, "how many there are then")
      same(await forget(), 2, "how many of all")
      same(await there(storage, all), [104, 105], "others'")
    },
  ),
  storageCase(
    "oneTimeTokens: sweep forgets those that expired before a moment, the longest ago first, at most as many as asked for",
    async (storage) => {
      await found(storage)
      const numbers = [100, 101, 102, 103, 104]
      await add(
        storage,
        ...numbers.map((n) => oneTimeToken(n, { userUuid: ann.uuid, expiresAt: at(204 - n) })),
      )
      const sweep = (ms: number, limit: number) =>
        write(storage, (tx) => tx.oneTimeTokens.sweep(at(ms), limit))
      same(await sweep(100, 10), 0, "how many expired before the first did")
      same(await sweep(103, 2), 2, "how many of three, when two are asked for")
      same(await there(storage, numbers), [100, 101, 102], "what is left")
      same(await sweep(103, 2), 1, "the third")
      same(await sweep(103, 2), 0, "none is left before that moment")
      same(await there(storage, numbers), [100, 101], "what expires at the moment, or later")
    },
  ),
]
