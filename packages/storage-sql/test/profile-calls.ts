import type { Link, ProfilePage, ProfileTemplate, Repositories } from "@symbolon/core/storage"
import { address, at, firstMember, organization, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

/** Number of the first profile page. */
const firstPage = 6_000_000
const [someone, stranger] = [77, 990_000]

/** The uuid of the primary page of the member of that number. */
export const pageOf = (n: number): string => uuid(firstPage + n)

/** The primary page of the member of that number. */
const profilePage = (n: number): ProfilePage => ({
  uuid: pageOf(n),
  userUuid: uuid(firstMember + n),
  name: `Shown${n} Page`,
  firstName: undefined,
  lastName: undefined,
  shortDescription: "",
  longDescription: "",
  callToAction: undefined,
  currentRole: undefined,
  customBackground: undefined,
  avatarFrame: undefined,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
  imageFileUuid: undefined,
  showsPrimaryCard: false,
  primarySince: at(n),
  organizationUuid: undefined,
  cardUuid: undefined,
  createdAt: at(n),
  updatedAt: undefined,
})

/** Number of the first link. */
const firstLink = 6_500_000

/** A link to the page of the member of that number. */
const link = (n: number): Link => ({
  uuid: uuid(firstLink + n),
  linkToken: `link-${n}`,
  userUuid: uuid(firstMember + n),
  profilePageUuid: profilePage(n).uuid,
  walletAddress: undefined,
  createdAt: at(n),
})

/** Adds a page for each of these members, and a link to it. */
export const addProfilePages = async (
  tx: Repositories,
  numbers: readonly number[],
): Promise<void> => {
  for (const n of numbers) {
    await tx.profilePages.add(profilePage(n))
    await tx.links.add(link(n))
  }
}

const template: ProfileTemplate = {
  uuid: uuid(stranger + 1),
  organizationUuid: organization.uuid,
  name: "Captain",
  description: undefined,
  shortDescription: "",
  longDescription: "",
  callToAction: undefined,
  currentRole: undefined,
  customBackground: undefined,
  avatarFrame: undefined,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
  imageFileUuid: undefined,
  createdAt: at(1),
  updatedAt: undefined,
}

const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
const { uuid: one, userUuid } = profilePage(someone)

/** Every verb about profile pages, links and templates. */
export const profileCalls: readonly VerbCall[] = [
  {
    name: "profilePages.add",
    call: (tx) =>
      tx.profilePages.add({
        ...profilePage(someone),
        uuid: uuid(stranger),
        primarySince: undefined,
      }),
  },
  { name: "profilePages.find", call: (tx) => tx.profilePages.find(one) },
  { name: "profilePages.findAll", call: (tx) => tx.profilePages.findAll([one]) },
  { name: "profilePages.list", call: (tx) => tx.profilePages.list(userUuid, page) },
  { name: "profilePages.walkOf", call: (tx) => tx.profilePages.walkOf(userUuid, "0", 500) },
  { name: "profilePages.countMade", call: (tx) => tx.profilePages.countMade(userUuid) },
  {
    name: "profilePages.primaryOf",
    call: (tx) => tx.profilePages.primaryOf([userUuid, uuid(firstMember + someone + 1)]),
  },
  { name: "profilePages.issuedWith", call: (tx) => tx.profilePages.issuedWith(one, userUuid) },
  {
    name: "profilePages.change",
    call: (tx) => tx.profilePages.change({ ...profilePage(someone), name: "Renamed" }),
  },
  { name: "profilePages.remove", call: (tx) => tx.profilePages.remove(one) },
  { name: "profilePages.removeAllOf", call: (tx) => tx.profilePages.removeAllOf(userUuid) },
  {
    name: "links.add",
    call: (tx) =>
      tx.links.add({ ...link(someone + 1), uuid: uuid(stranger), linkToken: "another" }),
  },
  { name: "links.find", call: (tx) => tx.links.find(link(someone).linkToken) },
  { name: "links.list", call: (tx) => tx.links.list(userUuid, page) },
  { name: "links.walkOf", call: (tx) => tx.links.walkOf(userUuid, "0", 500) },
  {
    name: "links.addUnnamed",
    call: (tx) =>
      tx.links.addUnnamed({
        userUuid,
        walletAddress: address(firstMember + someone),
        since: at(0),
      }),
  },
  {
    name: "links.isUnnamed",
    call: (tx) => tx.links.isUnnamed(userUuid, address(firstMember + someone)),
  },
  { name: "links.remove", call: (tx) => tx.links.remove(userUuid, link(someone).linkToken) },
  { name: "links.removeAllOf", call: (tx) => tx.links.removeAllOf(userUuid) },
  { name: "profileTemplates.add", call: (tx) => tx.profileTemplates.add(template) },
  { name: "profileTemplates.find", call: (tx) => tx.profileTemplates.find(template.uuid) },
  { name: "profileTemplates.hold", call: (tx) => tx.profileTemplates.hold(template.uuid) },
  { name: "profileTemplates.lock", call: (tx) => tx.profileTemplates.lock(template.uuid) },
  {
    name: "profileTemplates.list",
    call: (tx) => tx.profileTemplates.list(organization.uuid, page),
  },
  { name: "profileTemplates.change", call: (tx) => tx.profileTemplates.change(template) },
  { name: "profileTemplates.remove", call: (tx) => tx.profileTemplates.remove(template.uuid) },
]
