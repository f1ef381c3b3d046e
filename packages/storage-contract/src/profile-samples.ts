import type { Link, ProfilePage, ProfileTemplate } from "@symbolon/core/storage"
import { club } from "./club.ts"
import { at, uuid } from "./samples.ts"

/** A page that Ann made, with nothing on it. */
export const profilePage = (n: number, change: Partial<ProfilePage> = {}): ProfilePage => ({
  uuid: uuid(n),
  userUuid: club.ann.uuid,
  name: undefined,
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
  primarySince: undefined,
  organizationUuid: undefined,
  cardUuid: undefined,
  createdAt: at(n),
  updatedAt: undefined,
  ...change,
})

/** A link of Ann's to her wallet. */
export const link = (n: number, change: Partial<Link> = {}): Link => ({
  uuid: uuid(n),
  linkToken: `token-${n}`,
  userUuid: club.ann.uuid,
  profilePageUuid: undefined,
  walletAddress: club.annsPurse.address,
  createdAt: at(n),
  ...change,
})

/** A template of the platform with nothing in it. */
export const profileTemplate = (
  n: number,
  change: Partial<ProfileTemplate> = {},
): ProfileTemplate => ({
  uuid: uuid(n),
  organizationUuid: undefined,
  name: `Template ${n}`,
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
  createdAt: at(n),
  updatedAt: undefined,
  ...change,
})
