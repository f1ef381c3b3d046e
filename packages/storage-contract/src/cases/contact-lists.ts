import type { Contact, ContactOrder, ContactsOf, Storage } from "@symbolon/core/storage"
import { same } from "../claims.ts"
import { club } from "../club.ts"
import { contact, visit } from "../contact-samples.ts"
import { row } from "../membership-samples.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { profilePage } from "../profile-samples.ts"
import { at } from "../samples.ts"
import { storageCase, type StorageCase, write } from "../storage-case.ts"
import { foundWith } from "./contacts.ts"

const { ann, bob, cid, dan, race, regatta, dinner, gala, home, away, foreign } = club

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

const shownNames: readonly StorageCase[] = [
  storageCase(
    "contacts: list finds a user by the name that the contact shows, and by no other",
    async (storage) => {
      const given = profilePage(301, { userUuid: bob.uuid, name: "Róbert Given" })
      const primary = profilePage(302, {
        userUuid: bob.uuid,
        lastName: "Prime",
        primarySince: at(3),
      })
      const cids = profilePage(303, { userUuid: cid.uuid, name: "Cid Page" })
      const withPage = contact(101, {
        ...isUser,
        contactUserUuid: bob.uuid,
        profilePageUuid: given.uuid,
      })
      const without = contact(102, {
        ...isUser,
        ownerUserUuid: dan.uuid,
        contactUserUuid: bob.uuid,
      })
      // A page of another person says nothing of this one.
      const mistaken = contact(103, {
        ...isUser,
        contactUserUuid: cid.uuid,
        profilePageUuid: given.uuid,
      })
      await foundWith(storage, [withPage, without, mistaken])
      await write(storage, async (tx) => {
        await tx.users.change({ ...bob, firstName: "Hidden", lastName: "Account" })
        await tx.users.change({ ...cid, firstName: "Cidney", lastName: "Account" })
        for (const one of [given, primary, cids]) await tx.profilePages.add(one)
      })
      const anns = (search: readonly string[], found: readonly Contact[], what: string) =>
        lists(storage, { search }, found, what)
      const dans = (search: readonly string[], found: readonly Contact[], what: string) =>
        lists(storage, { ownerUserUuid: dan.uuid, search }, found, what)
      await anns(["robert", "given"], [withPage], "the name of the page it came with")
      await anns(["hidden"], [], "a name of the account that the page hides")
      await anns(["prime"], [], "the name of a page that it does not show")
      await anns(["account"], [mistaken], "the account of one who shows no page")
      await anns(["user"], [withPage, mistaken], "usernames")
      await dans(["prime", "hidden"], [without], "the primary page, with a name of the account")
      await dans(["given"], [], "a page that another owner has")
      await dans(["account"], [], "the name in whose place the page has one")
      await write(storage, (tx) => tx.profilePages.change({ ...primary, lastName: "Second" }))
      await dans(["prime"], [], "a name that the page no longer has")
      await dans(["second"], [without], "the name that it has now")
      await write(storage, (tx) =>
        tx.users.change({ ...bob, firstName: "Renamed", lastName: "Account" }),
      )
      await dans(["hidden"], [], "a name that the account no longer has")
      await dans(["renamed"], [without], "the name that the page has from the account")
      await write(storage, (tx) => tx.profilePages.change({ ...primary, primarySince: undefined }))
      await dans(["account"], [without], "the account, while no page is primary")
      await write(storage, async (tx) => {
        await tx.profilePages.remove(given.uuid)
        await tx.profilePages.change({ ...primary, primarySince: at(4) })
      })
      await anns(["robert"], [], "a page that is no more")
      await anns(["prime"], [withPage], "the primary one in its place")
    },
  ),
  storageCase(
    "contacts: list finds nobody by a locked page, and nobody who is disabled or deleted",
    async (storage) => {
      const issued = profilePage(301, {
        userUuid: bob.uuid,
        name: "Issued",
        organizationUuid: home.uuid,
        primarySince: at(3),
      })
      const ofBob = contact(101, { ...isUser, contactUserUuid: bob.uuid })
      const renamed = { ...bob, firstName: "Åke", lastName: "Account" }
      await foundWith(storage, [ofBob])
      await write(storage, async (tx) => {
        await tx.users.change(renamed)
        await tx.profilePages.add(issued)
        await tx.memberships.add(
          row(401, { userUuid: bob.uuid, organizationUuid: away.uuid, tierUuid: foreign.uuid }),
        )
        await tx.memberships.add(row(402))
      })
      await lists(storage, { search: ["issued"] }, [], "locked without a membership there")
      await lists(storage, { search: ["account"] }, [ofBob], "and the account is shown")
      await write(storage, (tx) =>
        tx.memberships.add(
          row(403, {
            userUuid: bob.uuid,
            validUntil: at(500),
            renewableUntil: at(900),
          }),
        ),
      )
      const before = { at: at(499) }
      await lists(storage, { ...before, search: ["issued"] }, [ofBob], "open with a membership")
      await lists(storage, { ...before, search: ["account"] }, [], "and the account is not shown")
      await lists(storage, { at: at(500), search: ["issued"] }, [], "locked when it ends")
      await lists(storage, { at: at(500), search: ["ake"] }, [ofBob], "by the account again")
      const words = ["user"]
      for (const ended of [{ disabledAt: at(1) }, { deletedAt: at(1) }]) {
        await write(storage, (tx) => tx.users.change({ ...renamed, ...ended }))
        await lists(
          storage,
          { ...before, search: ["issued"] },
          [],
          "the page of a user who is gone",
        )
        await lists(storage, { at: at(500), search: words }, [], "a user who is gone")
      }
      await write(storage, (tx) => tx.users.change(renamed))
      await lists(storage, { ...before, search: words }, [ofBob], "a user who is back")
    },
  ),
]

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
  ...shownNames,
]
