import type { Repositories, Storage, User } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { addPerson, club, found } from "../club.ts"
import { at, user, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, cid, dan } = club
const hashOf = (text: string): string => `$argon2id$v=19$m=1,t=1,p=1$c2FsdA$${text}`

const add = async (tx: Repositories, ...people: readonly User[]): Promise<void> => {
  for (const person of people) {
    claim(
      await tx.names.claim(person.username, { kind: "user", uuid: person.uuid }),
      "a free name can be claimed",
    )
    await tx.users.add(person, undefined)
  }
}

/** A user whose address counts. */
const verified = (person: User, email: string): User => ({
  ...person,
  email,
  emailVerifiedAt: at(1),
})

const change = (storage: Storage, person: User): Promise<boolean> =>
  write(storage, async (tx) => {
    await tx.users.lock(person.uuid)
    return tx.users.change(person)
  })
const byEmail = (storage: Storage, email: string) =>
  read(storage, (tx) => tx.users.findByEmail(email))

export const users: readonly StorageCase[] = [
  storageCase(
    "users: found by uuid and by username, with all fields and with none",
    async (storage) => {
      const full = user(100, {
        firstName: "李",
        lastName: "Ó Séaghdha",
        email: "O@Example.org",
        emailVerifiedAt: at(3),
        phoneNumber: "+30 210 0000000",
        avatarImageFileUuid: uuid(700),
        iamUserId: "realm:248289761001",
        dropsRefusedSince: at(77),
        accountType: "service",
        updatedAt: at(1),
        disabledAt: at(4),
        deletedAt: at(5),
      })
      const bare = user(101)
      await write(storage, async (tx) => {
        for (const one of [full, bare]) {
          await tx.names.claim(one.username, { kind: "user", uuid: one.uuid })
          await tx.users.add(one, one === full ? hashOf("aGFzaA") : undefined)
        }
      })
      await read(storage, async (tx) => {
        for (const one of [full, bare]) {
          same(await tx.users.find(one.uuid), one, "by uuid")
          same(await tx.users.findByUsername(one.username), one, "by username")
        }
        same(await tx.users.passwordHash(full.uuid), hashOf("aGFzaA"), "the password's hash")
        same(await tx.users.passwordHash(bare.uuid), undefined, "no password")
        same(await tx.users.passwordHash(uuid(999)), undefined, "the password of nobody")
        same(await tx.users.find(uuid(999)), undefined, "an unknown uuid")
        same(await tx.users.findByUsername("nobody"), undefined, "an unknown username")
      })
    },
  ),
  storageCase("users: the same uuid or username cannot be added again", async (storage) => {
    await found(storage)
    await rejects(
      write(storage, (tx) => tx.users.add({ ...ann, username: "another" }, undefined)),
      "a uuid that is there",
    )
    await rejects(
      write(storage, (tx) => tx.users.add({ ...ann, uuid: uuid(100) }, undefined)),
      "a username that is there",
    )
    same(
      await read(storage, (tx) => tx.users.findByUsername(ann.username)),
      ann,
      "who has the name",
    )
  }),
  storageCase(
    "users: many at once: none, some twice, 1,000, unknown ones left out",
    async (storage) => {
      await found(storage)
      const uuids = await write(storage, async (tx) => {
        const added: string[] = []
        for (let n = 1000; n < 1100; n += 1) added.push(await addPerson(tx, n))
        return added
      })
      await read(storage, async (tx) => {
        same(await tx.users.findAll([]), [], "of no uuids")
        sameSet(
          await tx.users.findAll([ann.uuid, uuid(999), bob.uuid, ann.uuid]),
          [ann, bob],
          "of some, one twice",
        )
        const many = Array.from({ length: 1000 }, (_, n) => uuid(1000 + n))
        sameSet(
          (await tx.users.findAll(many)).map((one) => one.uuid),
          uuids,
          "of 1,000",
        )
      })
    },
  ),
  storageCase(
    "users: found by a verified address in any case, and by no other",
    async (storage) => {
      await found(storage)
      const one = verified(user(100), "Zoë.Ångström@Club.Example")
      const typed = user(101, { email: "zoë.ångström@club.example" })
      const two = verified(user(102), "zoe@club.example")
      await write(storage, (tx) => add(tx, one, typed, two))
      same(await byEmail(storage, "Zoë.Ångström@Club.Example"), one, "as it was typed")
      same(await byEmail(storage, "ZOË.ÅNGSTRÖM@CLUB.EXAMPLE"), one, "in upper case")
      same(await byEmail(storage, "zoë.ångström@club.example"), one, "in lower case")
      same(await byEmail(storage, "zoe@club.example"), two, "another address")
      same(await byEmail(storage, "zo_@club.example"), undefined, "a pattern")
      same(await byEmail(storage, ""), undefined, "no address")
      claim(
        await change(storage, { ...one, emailVerifiedAt: undefined }),
        "an address may lose its proof",
      )
      same(
        await byEmail(storage, "zoë.ångström@club.example"),
        undefined,
        "an address that is not verified any more",
      )
    },
  ),
  storageCase("users: found by the subject outside, byte by byte", async (storage) => {
    await found(storage)
    const one = user(100, { iamUserId: "Abc-1" })
    const two = user(101, { iamUserId: "abc-1" })
    await write(storage, (tx) => add(tx, one, two))
    await read(storage, async (tx) => {
      same(await tx.users.findByIamUserId("Abc-1"), one, "one subject")
      same(await tx.users.findByIamUserId("abc-1"), two, "another subject")
      same(await tx.users.findByIamUserId("ABC-1"), undefined, "an unknown subject")
    })
  }),
  storageCase(
    "users: an address that is verified, or a subject outside, cannot be added again",
    async (storage) => {
      await found(storage)
      await write(storage, (tx) =>
        add(tx, verified(user(100, { iamUserId: "one" }), "ann@club.example")),
      )
      await rejects(
        write(storage, (tx) => add(tx, verified(user(101), "ANN@club.example"))),
        "an address that is verified",
      )
      await rejects(
        write(storage, (tx) => add(tx, user(101, { iamUserId: "one" }))),
        "a subject that is known",
      )
      await write(storage, (tx) => add(tx, user(101, { email: "ann@club.example" })))
      same((await byEmail(storage, "ann@club.example"))?.uuid, uuid(100), "who has the address")
    },
  ),
  storageCase(
    "users: change writes every field but the password, and lock reads",
    async (storage) => {
      await found(storage)
      const changed = {
        ...verified(ann, "Ann@Club.Example"),
        firstName: "Anna",
        lastName: "Ångström",
        phoneNumber: "+47 22 00 00 00",
        avatarImageFileUuid: uuid(701),
        iamUserId: "outside",
        dropsRefusedSince: at(78),
        updatedAt: at(9),
        disabledAt: at(9),
        deletedAt: at(10),
      }
      await write(storage, (tx) => tx.users.setPassword(ann.uuid, hashOf("b25l")))
      claim(await change(storage, changed), "a user must be changed")
      await read(storage, async (tx) => {
        same(await tx.users.find(ann.uuid), changed, "the user")
        same(await tx.users.lock(ann.uuid), changed, "the user, locked in a read")
        same(await tx.users.lock(uuid(999)), undefined, "an unknown user, locked")
        same(await tx.users.passwordHash(ann.uuid), hashOf("b25l"), "the password")
        same(await tx.users.find(bob.uuid), bob, "another user")
      })
      claim(await change(storage, ann), "a user must be changed back")
      same(await read(storage, (tx) => tx.users.find(ann.uuid)), ann, "the user as before")
      same(await byEmail(storage, "ann@club.example"), undefined, "the address given up")
      same(
        await read(storage, (tx) => tx.users.findByIamUserId("outside")),
        undefined,
        "the subject given up",
      )
    },
  ),
  storageCase(
    "users: change answers false, and writes nothing, when somebody else has that address or subject",
    async (storage) => {
      await found(storage)
      claim(
        await change(storage, verified(ann, "crew@club.example")),
        "a free address must be taken",
      )
      claim(await change(storage, { ...bob, iamUserId: "bob" }), "a free subject must be taken")
      const refused = [
        verified({ ...cid, firstName: "Refused" }, "CREW@club.example"),
        { ...cid, firstName: "Refused", iamUserId: "bob" },
        verified({ ...cid, firstName: "Refused", iamUserId: "bob" }, "cid@club.example"),
      ]
      for (const person of refused)
        claim(!(await change(storage, person)), "what somebody else has must be refused")
      same(await read(storage, (tx) => tx.users.find(cid.uuid)), cid, "who was refused")
      same(
        await byEmail(storage, "cid@club.example"),
        undefined,
        "the free address, asked for with a subject that is taken",
      )
      same((await byEmail(storage, "crew@club.example"))?.uuid, ann.uuid, "who has the address")
      claim(
        await change(storage, verified(dan, "cid@club.example")),
        "what was refused as a whole must be free",
      )
      claim(
        await change(storage, { ...cid, email: "crew@club.example" }),
        "an address that is not verified is nobody's",
      )
      claim(
        await change(storage, verified(ann, "Crew@Club.Example")),
        "one's own address, written otherwise, must be taken",
      )
      claim(await change(storage, ann), "an address must be given up")
      claim(
        await change(storage, verified(cid, "crew@club.example")),
        "an address that was given up must be free",
      )
    },
  ),
  storageCase(
    "users: of concurrent changes to one address exactly one is true",
    async (storage) => {
      await found(storage)
      const people = Array.from({ length: 10 }, (_, n) => user(100 + n))
      await write(storage, (tx) => add(tx, ...people))
      const winner = await exactlyOne(storage, async (tx, n) => {
        const mine = await tx.users.lock(uuid(100 + n))
        return mine !== undefined && tx.users.change(verified(mine, "crew@club.example"))
      })
      same(
        (await byEmail(storage, "crew@club.example"))?.uuid,
        uuid(100 + winner),
        "who has the address",
      )
      const rows = await read(storage, (tx) =>
        tx.users.findAll(people.map((person) => person.uuid)),
      )
      same(rows.filter(({ email }) => email !== undefined).length, 1, "how many were changed")
    },
  ),
  storageCase(
    "users: of concurrent writers that lock a user none loses another's change",
    async (storage) => {
      await found(storage)
      const writers = Array.from({ length: 10 }, (_, n) =>
        write(storage, async (tx) => {
          const mine = await tx.users.lock(ann.uuid)
          return (
            mine !== undefined && tx.users.change({ ...mine, firstName: `${mine.firstName}+${n}` })
          )
        }),
      )
      await Promise.all(writers)
      const parts =
        (await read(storage, (tx) => tx.users.find(ann.uuid)))?.firstName.split("+") ?? []
      sameSet(parts, [ann.firstName, ...writers.map((_, n) => String(n))], "what each wrote")
    },
  ),
  storageCase(
    "users: a password is set, replaced and taken away, of one user alone",
    async (storage) => {
      await found(storage)
      const set = (passwordHash: string | undefined) =>
        write(storage, (tx) => tx.users.setPassword(ann.uuid, passwordHash))
      const kept = (userUuid: string) => read(storage, (tx) => tx.users.passwordHash(userUuid))
      await write(storage, (tx) => tx.users.setPassword(bob.uuid, hashOf("Ym9i")))
      for (const passwordHash of [hashOf("b25l"), hashOf("dHdv"), undefined, hashOf("dHdv")]) {
        await set(passwordHash)
        same(await kept(ann.uuid), passwordHash, "the password that was set")
      }
      same(await kept(bob.uuid), hashOf("Ym9i"), "another's password")
      same(await read(storage, (tx) => tx.users.find(ann.uuid)), ann, "the user")
    },
  ),
]
