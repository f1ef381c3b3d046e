import type { Contact, ContactVisit, Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { contact, visit } from "../contact-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, cid, dan, race, regatta } = club

/** Writes the club, some contacts and some encounters. */
export const foundWith = async (
  storage: Storage,
  contacts: readonly Contact[],
  visits: readonly ContactVisit[] = [],
): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const one of contacts) await tx.contacts.add(one)
    for (const one of visits) await tx.contacts.addVisit(one)
  })
}

const isUser = { name: undefined, email: undefined } as const
const anns = contact(101, { ...isUser, contactUserUuid: bob.uuid })
const full = contact(102, {
  type: "dropped",
  droppedByUserUuid: cid.uuid,
  profilePageUuid: uuid(700),
  name: "Zoë Ødegård",
  email: "Zoe@Harbour.example",
  jobTitle: "Skipper",
  company: "Harbour & Sons",
  notes: "Owes me a rope.\nTwo, in fact.",
  visitCount: 3,
  metSessionUuid: race.uuid,
  latestAt: at(500),
  savedAt: undefined,
  updatedAt: at(600),
})
const bobs = contact(103, {
  ...isUser,
  ownerUserUuid: bob.uuid,
  contactUserUuid: cid.uuid,
  profilePageUuid: uuid(701),
})

const saved: readonly StorageCase[] = [
  storageCase(
    "contacts: found by their owner alone, with all fields and with none",
    async (storage) => {
      await foundWith(storage, [anns, full, bobs])
      await read(storage, async (tx) => {
        for (const one of [anns, full, bobs]) {
          same(await tx.contacts.find(one.ownerUserUuid, one.uuid), one, "by uuid")
          same(await tx.contacts.lock(one.ownerUserUuid, one.uuid), one, "locked, in a read")
        }
        for (const verb of ["find", "lock"] as const) {
          same(await tx.contacts[verb](bob.uuid, anns.uuid), undefined, "another owner's")
          same(await tx.contacts[verb](ann.uuid, uuid(999)), undefined, "an unknown one")
        }
      })
    },
  ),
  storageCase(
    "contacts: found by the user, the address in any case, and who dropped it, in one list",
    async (storage) => {
      const given = contact(104, {
        contactUserUuid: dan.uuid,
        name: undefined,
        email: "dan@club.example",
        type: "dropped",
        droppedByUserUuid: dan.uuid,
      })
      const kept = contact(105, { droppedByUserUuid: bob.uuid })
      const elsewhere = contact(106, { ownerUserUuid: bob.uuid, email: "bobs@club.example" })
      const typed = contact(107, { email: "Kim@club.example" })
      await foundWith(storage, [anns, full, bobs, given, kept, elsewhere, typed])
      await read(storage, async ({ contacts }) => {
        same(await contacts.ofUser(ann.uuid, bob.uuid), anns, "Bob, in Ann's list")
        same(await contacts.ofUser(ann.uuid, cid.uuid), undefined, "in another list")
        same(await contacts.ofUser(bob.uuid, cid.uuid), bobs, "Cid, in Bob's list")
        same(await contacts.ofEmail(ann.uuid, "kIM@club.EXAMPLE"), typed, "by address, saved")
        same(await contacts.ofEmail(ann.uuid, "zoe@harbour.example"), undefined, "only dropped")
        same(await contacts.ofEmail(bob.uuid, "kim@club.example"), undefined, "of another list")
        same(await contacts.ofEmail(ann.uuid, "bobs@club.example"), undefined, "of another list")
        same(await contacts.ofEmail(ann.uuid, "dan@club.example"), undefined, "of a user")
        same(await contacts.ofSender(ann.uuid, cid.uuid), full, "who dropped it")
        same(await contacts.ofSender(ann.uuid, dan.uuid), given, "who dropped themselves")
        same(await contacts.ofSender(ann.uuid, bob.uuid), undefined, "one that was saved")
        same(await contacts.ofSender(bob.uuid, cid.uuid), undefined, "with another owner")
      })
    },
  ),
  storageCase(
    "contacts: an owner has one of a user, of an address and of a sender: a second one is rejected",
    async (storage) => {
      const byMail = contact(110, { email: "one@club.example" })
      await foundWith(storage, [anns, full, byMail])
      const second = {
        user: contact(120, { contactUserUuid: bob.uuid }),
        address: contact(121, { email: "ONE@club.example" }),
        sender: contact(122, { type: "dropped", droppedByUserUuid: cid.uuid }),
        uuid: contact(110, { email: "two@club.example" }),
      }
      for (const [what, one] of Object.entries(second))
        await rejects(
          write(storage, (tx) => tx.contacts.add(one)),
          `a second one of the same ${what}`,
        )
      await write(storage, async ({ contacts }) => {
        await contacts.add(contact(130, { ownerUserUuid: dan.uuid, email: "one@club.example" }))
        await contacts.add(contact(131, { contactUserUuid: dan.uuid, email: "one@club.example" }))
        await contacts.add(contact(132, { email: undefined }))
        await contacts.add(
          contact(134, {
            type: "dropped",
            droppedByUserUuid: dan.uuid,
            email: "one@club.example",
          }),
        )
        await contacts.add(contact(136, { email: "zoe@harbour.example" }))
        await contacts.add(contact(133, { email: undefined, droppedByUserUuid: cid.uuid }))
      })
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          write(storage, (tx) => tx.contacts.add(contact(140 + n, { contactUserUuid: cid.uuid }))),
        ),
      )
      same(
        tries.filter(({ status }) => status === "fulfilled").length,
        1,
        "how many of ten at once",
      )
    },
  ),
  storageCase("contacts: change writes one contact of its owner", async (storage) => {
    await foundWith(storage, [anns, full, bobs])
    const changed: Contact = {
      ...full,
      type: "saved",
      contactUserUuid: dan.uuid,
      droppedByUserUuid: undefined,
      profilePageUuid: undefined,
      name: undefined,
      email: undefined,
      jobTitle: undefined,
      company: undefined,
      notes: undefined,
      visitCount: 4,
      metSessionUuid: undefined,
      latestAt: at(900),
      savedAt: at(901),
      updatedAt: at(902),
    }
    claim(await write(storage, (tx) => tx.contacts.change(changed)), "one that is there is changed")
    const stranger = { ...anns, ownerUserUuid: dan.uuid, notes: "forged" }
    claim(
      !(await write(storage, (tx) => tx.contacts.change(stranger))),
      "one of another owner is refused",
    )
    claim(!(await write(storage, (tx) => tx.contacts.change(contact(999)))), "an unknown one too")
    await read(storage, async (tx) => {
      same(await tx.contacts.find(ann.uuid, full.uuid), changed, "the changed one")
      same(await tx.contacts.find(ann.uuid, anns.uuid), anns, "the other one")
      same(await tx.contacts.ofEmail(ann.uuid, "zoe@harbour.example"), undefined, "its address")
    })
    await rejects(
      write(storage, (tx) => tx.contacts.change({ ...changed, contactUserUuid: bob.uuid })),
      "a change to a user who is a contact already",
    )
    claim(await write(storage, (tx) => tx.contacts.change(full)), "it is changed back")
    same(await read(storage, (tx) => tx.contacts.find(ann.uuid, full.uuid)), full, "as before")
  }),
]

const rich = visit(202, 101, {
  notes: "At the bar.",
  sessionUuid: race.uuid,
  activityUuid: regatta.uuid,
  viaClientId: "scanner",
})

const encounters: readonly StorageCase[] = [
  storageCase("contacts: the encounters with one, the latest first", async (storage) => {
    const twin = visit(203, 101, { visitedAt: at(202) })
    const others = visit(204, 102)
    await foundWith(storage, [anns, full], [visit(201, 101), rich, twin, others])
    const visits = (of: Contact) => read(storage, (tx) => tx.contacts.visits(of.uuid))
    same(await visits(anns), [twin, rich, visit(201, 101)], "of one contact")
    same(await visits(full), [others], "of the other")
    same(await read(storage, (tx) => tx.contacts.visits(uuid(999))), [], "of an unknown one")
    await rejects(
      write(storage, (tx) => tx.contacts.addVisit(visit(201, 102))),
      "an encounter that is there already",
    )
  }),
  storageCase("contacts: one encounter is changed, and removed, and no other", async (storage) => {
    await foundWith(storage, [anns, full], [visit(201, 101), rich])
    const changed = visit(202, 101, { visitedAt: at(100) })
    await write(storage, async ({ contacts }) => {
      claim(await contacts.changeVisit(changed), "one that is there is changed")
      claim(!(await contacts.changeVisit(visit(999, 101))), "an unknown one is not")
    })
    same(
      await read(storage, (tx) => tx.contacts.visits(anns.uuid)),
      [visit(201, 101), changed],
      "after the change",
    )
    await write(storage, async ({ contacts }) => {
      claim(await contacts.changeVisit(rich), "it is changed back")
      claim(!(await contacts.removeVisit(full.uuid, rich.uuid)), "another contact's")
      claim(!(await contacts.removeVisit(anns.uuid, uuid(999))), "an unknown one")
    })
    same(
      await read(storage, (tx) => tx.contacts.visits(anns.uuid)),
      [rich, visit(201, 101)],
      "after removing nothing",
    )
    claim(
      await write(storage, (tx) => tx.contacts.removeVisit(anns.uuid, rich.uuid)),
      "one that is there is removed",
    )
    same(await read(storage, (tx) => tx.contacts.visits(anns.uuid)), [visit(201, 101)], "the rest")
  }),
]

const removals: readonly StorageCase[] = [
  storageCase("contacts: one is removed by its owner, with its encounters", async (storage) => {
    await foundWith(storage, [anns, full, bobs], [rich, visit(204, 102)])
    await write(storage, async ({ contacts }) => {
      claim(!(await contacts.remove(bob.uuid, anns.uuid)), "another owner's")
      claim(!(await contacts.remove(ann.uuid, uuid(999))), "an unknown one")
      claim(await contacts.remove(ann.uuid, anns.uuid), "one that is there")
      claim(!(await contacts.remove(ann.uuid, anns.uuid)), "once")
    })
    await read(storage, async ({ contacts }) => {
      same(await contacts.find(ann.uuid, anns.uuid), undefined, "the removed one")
      same(await contacts.visits(anns.uuid), [], "its encounters")
      same(await contacts.find(ann.uuid, full.uuid), full, "the other one")
      same(await contacts.visits(full.uuid), [visit(204, 102)], "the other one's")
      same(await contacts.find(bob.uuid, bobs.uuid), bobs, "another owner's")
    })
    await write(storage, (tx) => tx.contacts.add({ ...anns, uuid: uuid(150) }))
  }),
  storageCase("contacts: all of an owner go with their encounters", async (storage) => {
    const bobsVisit = visit(205, 103, { ownerUserUuid: bob.uuid })
    await foundWith(storage, [anns, full, bobs], [rich, visit(204, 102), bobsVisit])
    same(await write(storage, (tx) => tx.contacts.removeAllOf(ann.uuid)), 2, "how many")
    await read(storage, async ({ contacts }) => {
      for (const { uuid: one } of [anns, full]) {
        same(await contacts.find(ann.uuid, one), undefined, "Ann's")
        same(await contacts.visits(one), [], "Ann's encounters")
      }
      same(await contacts.find(bob.uuid, bobs.uuid), bobs, "Bob's")
      same(await contacts.visits(bobs.uuid), [bobsVisit], "Bob's encounter")
    })
    same(await write(storage, (tx) => tx.contacts.removeAllOf(ann.uuid)), 0, "the second time")
  }),
  storageCase(
    "contacts: a user is taken out of the lists of others: what was dropped goes, what was saved has no account any more",
    async (storage) => {
      const dropped = contact(160, {
        ...isUser,
        ownerUserUuid: dan.uuid,
        contactUserUuid: cid.uuid,
        droppedByUserUuid: cid.uuid,
        type: "dropped",
      })
      const accepted = contact(161, { ownerUserUuid: bob.uuid, droppedByUserUuid: cid.uuid })
      const own = contact(162, { ownerUserUuid: cid.uuid })
      const droppedVisit = visit(210, 160, { ownerUserUuid: dan.uuid })
      const bobsVisit = visit(211, 103, { ownerUserUuid: bob.uuid })
      await foundWith(
        storage,
        [anns, full, bobs, dropped, accepted, own],
        [rich, visit(204, 102), droppedVisit, bobsVisit],
      )
      same(await write(storage, (tx) => tx.contacts.forgetUser(cid.uuid, at(990))), 4, "how many")
      await read(storage, async ({ contacts }) => {
        same(await contacts.find(ann.uuid, full.uuid), undefined, "what Cid dropped")
        same(await contacts.visits(full.uuid), [], "its encounters")
        same(await contacts.find(dan.uuid, dropped.uuid), undefined, "what Cid dropped with Dan")
        same(await contacts.visits(dropped.uuid), [], "its encounters")
        const nobody = {
          contactUserUuid: undefined,
          droppedByUserUuid: undefined,
          profilePageUuid: undefined,
          email: undefined,
          updatedAt: at(990),
        }
        same(await contacts.find(bob.uuid, bobs.uuid), { ...bobs, ...nobody }, "Cid, saved")
        same(await contacts.visits(bobs.uuid), [bobsVisit], "the encounter with Cid")
        same(
          await contacts.find(bob.uuid, accepted.uuid),
          { ...accepted, ...nobody },
          "what Cid dropped and Bob saved",
        )
        same(await contacts.find(ann.uuid, anns.uuid), anns, "another user")
        same(await contacts.visits(anns.uuid), [rich], "the encounter with another user")
        same(await contacts.find(cid.uuid, own.uuid), own, "Cid's own")
      })
      same(
        await write(storage, (tx) => tx.contacts.forgetUser(cid.uuid, at(991))),
        0,
        "the second time",
      )
    },
  ),
]

/** Contacts and encounters; their lists have cases of their own. */
export const contacts: readonly StorageCase[] = [...saved, ...encounters, ...removals]
