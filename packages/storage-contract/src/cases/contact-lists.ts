import type { Contact, ContactOrder, ContactsOf, Storage } from "@symbolon/core/storage"
import { same } from "../claims.ts"
import { club } from "../club.ts"
import { contact, visit } from "../contact-samples.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { at } from "../samples.ts"
import { storageCase, type StorageCase, write } from "../storage-case.ts"
import { foundWith } from "./contacts.ts"

const { ann, bob, cid, dan, race, regatta, dinner, gala } = club

const list =
  (of: Partial<ContactsOf> = {}): List<ContactOrder, Contact> =>
  (tx, page) =>
    tx.contacts.list({ ownerUserUuid: ann.uuid, at: at(999), ...of }, page)

const lists = async (
  storage: Storage,
  of: Partial<ContactsOf>,
  expected: readonly Contact[],
  what: string,
): Promise<void> => same(await allOf(storage, list(of), "created_at"), expected, what)

const isUser = { name: undefined, email: undefined } as const
const bobs = contact(190, { ownerUserUuid: bob.uuid, createdAt: at(2) })

export const contactLists: readonly StorageCase[] = [
  storageCase("contacts: list has one owner's, in each order", async (storage) => {
    const [c, a, b, d] = [
      contact(101, { createdAt: at(3), latestAt: at(40) }),
      contact(102, { createdAt: at(1), latestAt: at(70) }),
      contact(103, { createdAt: at(3), latestAt: at(50) }),
      contact(104, { createdAt: at(4), latestAt: at(50) }),
    ] as const
    await foundWith(storage, [c, a, b, d, bobs])
    await sortsBy(storage, list(), "created_at", [a, c, b, d])
    await sortsBy(storage, list(), "last_visited", [c, b, d, a])
    await sortsBy(storage, list({ ownerUserUuid: bob.uuid }), "created_at", [bobs])
  }),
  storageCase("contacts: list has those of a type, in each order", async (storage) => {
    const dropped = { type: "dropped", savedAt: undefined } as const
    const [a, b, c] = [
      contact(101, { ...dropped, latestAt: at(9), createdAt: at(1) }),
      contact(102, { latestAt: at(8), createdAt: at(2) }),
      contact(103, { ...dropped, latestAt: at(7), createdAt: at(3) }),
    ] as const
    await foundWith(storage, [a, b, c, { ...bobs, ...dropped }])
    await sortsBy(storage, list({ type: "dropped" }), "created_at", [a, c])
    await sortsBy(storage, list({ type: "dropped" }), "last_visited", [c, a])
    await sortsBy(storage, list({ type: "saved" }), "created_at", [b])
  }),
  storageCase(
    "contacts: list has those met at an activity, each once, and those met after a moment",
    async (storage) => {
      const [a, b, c] = [
        contact(101, { visitCount: 2, latestAt: at(500) }),
        contact(102, { visitCount: 1, latestAt: at(501) }),
        contact(103, { visitCount: 0, latestAt: at(900) }),
      ] as const
      const atRace = { sessionUuid: race.uuid, activityUuid: regatta.uuid }
      const atDinner = { sessionUuid: dinner.uuid, activityUuid: gala.uuid }
      await foundWith(
        storage,
        [a, b, c, bobs],
        [
          visit(201, 101, atRace),
          visit(202, 101, atRace),
          visit(203, 102, atDinner),
          visit(204, 190, { ...atRace, ownerUserUuid: bob.uuid }),
        ],
      )
      await lists(storage, { activityUuid: regatta.uuid }, [a], "at the regatta")
      await lists(storage, { activityUuid: gala.uuid }, [b], "at the gala")
      await lists(storage, { visitedAfter: at(499) }, [a, b], "met after")
      await lists(storage, { visitedAfter: at(500) }, [b], "the moment itself is not after it")
      await lists(storage, { visitedAfter: at(501) }, [], "nobody was met since")
      await lists(
        storage,
        { activityUuid: regatta.uuid, visitedAfter: at(500) },
        [],
        "both conditions",
      )
      await lists(
        storage,
        { activityUuid: regatta.uuid, type: "saved", visitedAfter: at(1) },
        [a],
        "all conditions",
      )
    },
  ),
  storageCase(
    "contacts: list finds the beginning of each word, typed or of the user, as they are now",
    async (storage) => {
      const typed = contact(101, { name: "Zoë Ødegård-Lund" })
      const [ofBob, ofCid] = [
        contact(102, { ...isUser, contactUserUuid: bob.uuid }),
        contact(103, { ...isUser, contactUserUuid: cid.uuid }),
      ] as const
      const elsewhere = contact(104, { ownerUserUuid: dan.uuid, name: "Zoe Bobson" })
      const danKnows = contact(105, {
        ...isUser,
        ownerUserUuid: dan.uuid,
        contactUserUuid: bob.uuid,
      })
      await foundWith(storage, [typed, ofBob, ofCid, elsewhere, danKnows])
      const rename = (of: typeof bob, names: object) =>
        write(storage, (tx) => tx.users.change({ ...of, ...names }))
      await rename(bob, { firstName: "Åsa", lastName: "Zorn" })
      await rename(cid, { firstName: "Zora", lastName: undefined })
      await lists(storage, { search: ["zoe"] }, [typed], "typed, folded, of one owner")
      await lists(storage, { search: ["lund", "ø"] }, [typed], "two words in any order")
      await lists(storage, { search: ["egard"] }, [], "not the middle of a word")
      await lists(storage, { search: ["zor"] }, [ofBob, ofCid], "the names of users")
      await lists(storage, { search: ["zo"] }, [typed, ofBob, ofCid], "typed, and of users")
      await lists(storage, { search: ["zo", "asa"] }, [ofBob], "each word of one contact")
      await lists(storage, { search: ["zoe", "asa"] }, [], "not of two contacts")
      await lists(storage, { search: ["user"] }, [ofBob, ofCid], "usernames")
      await lists(storage, { search: ["zo"], type: "dropped" }, [], "with a type")
      await rename(bob, { firstName: "Åsa", lastName: "Berg" })
      await lists(storage, { search: ["zor"] }, [ofCid], "a name that is no more")
      await write(storage, (tx) => tx.contacts.change({ ...typed, name: "Kim" }))
      await lists(storage, { search: ["zoe"] }, [], "a typed name that is no more")
      await lists(storage, { search: ["kim"] }, [{ ...typed, name: "Kim" }], "the new one")
    },
  ),
]
