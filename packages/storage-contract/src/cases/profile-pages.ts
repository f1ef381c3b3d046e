import type { ProfilePage, ProfilePageOrder, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { profilePage } from "../profile-samples.ts"
import { card } from "../reward-samples.ts"
import { at, sealedKey, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, cid, home } = club
const ofBob = { userUuid: bob.uuid }
const primary = { primarySince: at(5) }
const [firstCard, secondCard] = [card(180), card(181)]

/** Fills the store with a club, two cards and these pages. */
const foundWith = async (storage: Storage, ...pages: readonly ProfilePage[]): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const n of [180, 181]) await tx.wallets.add(wallet(n, { kind: "card" }), sealedKey(n))
    await tx.cards.add(firstCard)
    await tx.cards.add(secondCard)
    for (const page of pages) await tx.profilePages.add(page)
  })
}
const find = (storage: Storage, { uuid: one }: ProfilePage) =>
  read(storage, (tx) => tx.profilePages.find(one))
const list =
  (userUuid: string): List<ProfilePageOrder, ProfilePage> =>
  (tx, page) =>
    tx.profilePages.list(userUuid, page)

const full = profilePage(101, {
  ...primary,
  name: "Ünïcode 🚣",
  firstName: "Ann",
  lastName: "",
  shortDescription: "Δ",
  longDescription: "one\ntwo",
  callToAction: { type: "book", label: "Book me", url: "https://club.test/" },
  currentRole: { title: "Captain", company: "Club" },
  customBackground: {
    background: "#000",
    backgroundColor: "#fff",
    backgroundImage: "none",
    backgroundPosition: "center",
    backgroundSize: "cover",
    backgroundRepeat: "no-repeat",
    backgroundAttachment: "fixed",
  },
  avatarFrame: "https://club.test/frame.png",
  socialLinks: [{ label: "Site", url: "https://ann.test/" }],
  links: [
    { label: "Mail", url: "mailto:ann@club.test" },
    { label: "Call", url: "tel:+1234" },
  ],
  longDescriptionContent: [{ type: "text", nested: { list: [1, null, true, "x"] } }, {}],
  stickers: [{ at: 0.5 }],
  imageFileUuid: uuid(700),
  showsPrimaryCard: true,
  organizationUuid: home.uuid,
  cardUuid: firstCard.uuid,
  updatedAt: at(9),
})
const bare = profilePage(102)

export const profilePages: readonly StorageCase[] = [
  storageCase(
    "profilePages: found by uuid, with all fields and with none; change writes them all; remove removes one",
    async (storage) => {
      await foundWith(storage, full, bare)
      same(await find(storage, full), full, "a full one")
      same(await find(storage, bare), bare, "a bare one")
      same(await find(storage, profilePage(999)), undefined, "an unknown one")
      const findAll = (...of: readonly string[]) =>
        read(storage, (tx) => tx.profilePages.findAll(of))
      sameSet(await findAll(full.uuid, bare.uuid, full.uuid, uuid(999)), [full, bare], "many")
      same(await findAll(bare.uuid), [bare], "one of many")
      same(await findAll(), [], "none of many")
      await rejects(
        write(storage, (tx) => tx.profilePages.add(bare)),
        "the same page again",
      )
      const change = (page: ProfilePage) => write(storage, (tx) => tx.profilePages.change(page))
      const remove = (page: ProfilePage) =>
        write(storage, (tx) => tx.profilePages.remove(page.uuid))
      const emptied = { ...full, ...bare, uuid: full.uuid }
      claim(await change(emptied), "one that is there must be changed")
      same(await find(storage, full), emptied, "the changed one")
      const filled = { ...full, uuid: bare.uuid }
      claim(await change(filled), "the other must be changed")
      same(await find(storage, bare), filled, "the filled one")
      claim(!(await change(profilePage(999))), "an unknown one must answer false")
      claim(await remove(full), "one that is there must be removed")
      claim(!(await remove(full)), "a removed one must answer false")
      same(await find(storage, full), undefined, "the removed one")
      same(await find(storage, bare), filled, "the one that stays")
    },
  ),
  storageCase(
    "profilePages: a user has one primary page, and one page with a card",
    async (storage) => {
      const issued = { organizationUuid: home.uuid, cardUuid: firstCard.uuid }
      const others = profilePage(103, { ...ofBob, ...primary, ...issued })
      await foundWith(storage, profilePage(101, { ...primary, ...issued }), bare, others)
      const refused = (page: ProfilePage, what: string) =>
        rejects(
          write(storage, (tx) => tx.profilePages.add(page)),
          what,
        )
      await refused(profilePage(104, primary), "a second primary page")
      await refused(profilePage(104, issued), "a second page with the card")
      await rejects(
        write(storage, (tx) => tx.profilePages.change({ ...bare, ...primary })),
        "a second primary page by a change",
      )
      same(await find(storage, bare), bare, "the one that was not changed")
      await write(storage, (tx) =>
        tx.profilePages.add(profilePage(105, { ...issued, cardUuid: secondCard.uuid })),
      )
    },
  ),
  storageCase(
    "profilePages: a list has the pages of one user, sorted by creation",
    async (storage) => {
      const early = profilePage(110, { createdAt: at(0) })
      const late = profilePage(90, { createdAt: at(200) })
      const others = profilePage(111, ofBob)
      await foundWith(storage, late, others, bare, early)
      await sortsBy(storage, list(ann.uuid), "created_at", [early, bare, late])
      await sortsBy(storage, list(bob.uuid), "created_at", [others])
      await sortsBy(storage, list(cid.uuid), "created_at", [])
    },
  ),
  storageCase(
    "profilePages: those that a user made are counted, without issued ones",
    async (storage) => {
      const issued = profilePage(103, { organizationUuid: home.uuid, cardUuid: firstCard.uuid })
      await foundWith(storage, bare, profilePage(104), issued, profilePage(105, ofBob))
      const count = (of: string) => read(storage, (tx) => tx.profilePages.countMade(of))
      same(await count(ann.uuid), 2, "Ann's")
      same(await count(bob.uuid), 1, "Bob's")
      same(await count(cid.uuid), 0, "of one without pages")
    },
  ),
  storageCase("profilePages: the primary pages of many users, each once", async (storage) => {
    const anns = profilePage(103, primary)
    const bobs = profilePage(104, { ...ofBob, ...primary })
    await foundWith(storage, bare, anns, bobs, profilePage(105, { userUuid: cid.uuid }))
    const primaryOf = (...of: readonly string[]) =>
      read(storage, (tx) => tx.profilePages.primaryOf(of))
    sameSet(await primaryOf(ann.uuid, bob.uuid, ann.uuid, uuid(999)), [anns, bobs], "of two")
    same(await primaryOf(ann.uuid), [anns], "of one")
    same(await primaryOf(cid.uuid), [], "of one without a primary page")
    same(await primaryOf(), [], "of nobody")
  }),
  storageCase(
    "profilePages: one is found by the card and the user it was issued with",
    async (storage) => {
      const issued = { organizationUuid: home.uuid, cardUuid: firstCard.uuid }
      const anns = profilePage(103, issued)
      const bobs = profilePage(104, { ...ofBob, ...issued })
      const other = profilePage(105, { ...issued, cardUuid: secondCard.uuid })
      await foundWith(storage, bare, anns, bobs, other)
      const issuedWith = (cardUuid: string, userUuid: string) =>
        read(storage, (tx) => tx.profilePages.issuedWith(cardUuid, userUuid))
      same(await issuedWith(firstCard.uuid, ann.uuid), anns, "Ann's")
      same(await issuedWith(firstCard.uuid, bob.uuid), bobs, "Bob's with the same card")
      same(await issuedWith(secondCard.uuid, ann.uuid), other, "Ann's with the other card")
      same(await issuedWith(secondCard.uuid, bob.uuid), undefined, "none")
    },
  ),
  storageCase("profilePages: all pages of a user are removed, and no others", async (storage) => {
    const others = profilePage(104, ofBob)
    await foundWith(storage, bare, profilePage(103), others)
    await write(storage, (tx) => tx.profilePages.removeAllOf(ann.uuid))
    same(await find(storage, bare), undefined, "Ann's")
    same(await read(storage, (tx) => tx.profilePages.countMade(ann.uuid)), 0, "how many are left")
    same(await find(storage, others), others, "Bob's")
    await write(storage, (tx) => tx.profilePages.removeAllOf(cid.uuid))
  }),
]
