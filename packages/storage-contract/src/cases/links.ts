import type { Link, LinkOrder, Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { link, profilePage } from "../profile-samples.ts"
import { at } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, cid, annsPurse, bobsPurse } = club
const ofBob = { userUuid: bob.uuid, walletAddress: bobsPurse.address }
const [page, otherPage] = [profilePage(101), profilePage(102)]
const bobsPage = profilePage(103, { userUuid: bob.uuid })

/** A link to a page. */
const toPage = (n: number, { uuid, userUuid }: typeof page): Link =>
  link(n, { userUuid, profilePageUuid: uuid, walletAddress: undefined })

/** Fills the store with a club, three pages and these links. */
const foundWith = async (storage: Storage, ...links: readonly Link[]): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const one of [page, otherPage, bobsPage]) await tx.profilePages.add(one)
    for (const one of links) await tx.links.add(one)
  })
}
const find = (storage: Storage, { linkToken }: Link) =>
  read(storage, (tx) => tx.links.find(linkToken))
const list =
  (userUuid: string): List<LinkOrder, Link> =>
  (tx, request) =>
    tx.links.list(userUuid, request)

const [toWallet, ofPage, bobs] = [link(110), toPage(111, page), link(112, ofBob)]

export const links: readonly StorageCase[] = [
  storageCase("links: found by the token, of which there is one", async (storage) => {
    await foundWith(storage, toWallet, ofPage)
    same(await find(storage, toWallet), toWallet, "one of a wallet")
    same(await find(storage, ofPage), ofPage, "one of a page")
    same(await find(storage, link(999)), undefined, "an unknown one")
    await rejects(
      write(storage, (tx) => tx.links.add(link(113, { linkToken: toWallet.linkToken }))),
      "a second one of a token",
    )
    same(await find(storage, toWallet), toWallet, "the first of the token")
  }),
  storageCase("links: a list has those of one user, sorted by creation", async (storage) => {
    const early = link(120, { createdAt: at(0) })
    const late = link(90, { createdAt: at(200) })
    await foundWith(storage, late, bobs, ofPage, early)
    await sortsBy(storage, list(ann.uuid), "created_at", [early, ofPage, late])
    await sortsBy(storage, list(bob.uuid), "created_at", [bobs])
    await sortsBy(storage, list(cid.uuid), "created_at", [])
  }),
  storageCase("links: one is removed by its owner alone", async (storage) => {
    await foundWith(storage, toWallet, ofPage, bobs)
    const remove = (userUuid: string, { linkToken }: Link) =>
      write(storage, (tx) => tx.links.remove(userUuid, linkToken))
    claim(!(await remove(bob.uuid, toWallet)), "another user must remove nothing")
    claim(!(await remove(ann.uuid, link(999))), "an unknown one must answer false")
    same(await find(storage, toWallet), toWallet, "one that another user would remove")
    claim(await remove(ann.uuid, toWallet), "the owner must remove it")
    claim(!(await remove(ann.uuid, toWallet)), "a removed one must answer false")
    same(await find(storage, toWallet), undefined, "the removed one")
    same(await find(storage, ofPage), ofPage, "the owner's other one")
    same(await find(storage, bobs), bobs, "one of another user")
  }),
  storageCase("links: those of a page go with it, and no others", async (storage) => {
    const [second, other, ofBobsPage] = [
      toPage(113, page),
      toPage(114, otherPage),
      toPage(115, bobsPage),
    ]
    await foundWith(storage, toWallet, ofPage, second, other, ofBobsPage)
    await write(storage, (tx) => tx.profilePages.remove(page.uuid))
    for (const gone of [ofPage, second]) same(await find(storage, gone), undefined, "of the page")
    for (const left of [toWallet, other, ofBobsPage]) same(await find(storage, left), left, "left")
    await write(storage, (tx) => tx.profilePages.removeAllOf(ann.uuid))
    same(await find(storage, other), undefined, "one of a page that went with all pages")
    for (const left of [toWallet, ofBobsPage]) same(await find(storage, left), left, "left of all")
  }),
  storageCase("links: all of a user are removed, and no others", async (storage) => {
    await foundWith(storage, toWallet, ofPage, bobs)
    await write(storage, (tx) => tx.links.removeAllOf(ann.uuid))
    for (const gone of [toWallet, ofPage]) same(await find(storage, gone), undefined, "Ann's")
    same(await find(storage, bobs), bobs, "Bob's")
    await write(storage, (tx) => tx.links.removeAllOf(cid.uuid))
  }),
  storageCase("links: a wallet is without a name for one user, until all go", async (storage) => {
    await foundWith(storage)
    const add = (userUuid: string) =>
      write(storage, (tx) =>
        tx.links.addUnnamed({ userUuid, walletAddress: bobsPurse.address, since: at(0) }),
      )
    const isUnnamed = (userUuid: string, walletAddress: string) =>
      read(storage, (tx) => tx.links.isUnnamed(userUuid, walletAddress))
    await add(bob.uuid)
    await add(bob.uuid)
    same(await isUnnamed(bob.uuid, bobsPurse.address), true, "the user who handed it out")
    same(await isUnnamed(ann.uuid, bobsPurse.address), false, "another user")
    same(await isUnnamed(bob.uuid, annsPurse.address), false, "another wallet")
    await add(ann.uuid)
    await write(storage, (tx) => tx.links.removeAllOf(bob.uuid))
    same(await isUnnamed(bob.uuid, bobsPurse.address), false, "after all of the user are removed")
    same(await isUnnamed(ann.uuid, bobsPurse.address), true, "what was noted for another user")
  }),
]
