import type { Link, UnnamedWallet, ProfilePage, ProfileTemplate } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const profilePageColumns: Columns<ProfilePage> = {
  uuid: "text",
  userUuid: "text",
  name: "text?",
  firstName: "text?",
  lastName: "text?",
  shortDescription: "text",
  longDescription: "text",
  callToAction: "json?",
  currentRole: "json?",
  customBackground: "json?",
  avatarFrame: "text?",
  socialLinks: "json",
  links: "json",
  longDescriptionContent: "json",
  stickers: "json",
  imageFileUuid: "text?",
  showsPrimaryCard: "boolean",
  primarySince: "instant?",
  organizationUuid: "text?",
  cardUuid: "text?",
  createdAt: "instant",
  updatedAt: "instant?",
}

/** One of the words by which a contact that shows a page is found. */
export interface ProfilePageWord {
  readonly word: string
  readonly userUuid: string
  readonly profilePageUuid: string
}

export const profilePageWordColumns: Columns<ProfilePageWord> = {
  word: "text",
  userUuid: "text",
  profilePageUuid: "text",
}

export const linkColumns: Columns<Link> = {
  uuid: "text",
  linkToken: "text",
  userUuid: "text",
  profilePageUuid: "text?",
  walletAddress: "text?",
  createdAt: "instant",
}

export const unnamedWalletColumns: Columns<UnnamedWallet> = {
  userUuid: "text",
  walletAddress: "text",
  since: "instant",
}

export const profileTemplateColumns: Columns<ProfileTemplate> = {
  uuid: "text",
  organizationUuid: "text?",
  name: "text",
  description: "text?",
  shortDescription: "text",
  longDescription: "text",
  callToAction: "json?",
  currentRole: "json?",
  customBackground: "json?",
  avatarFrame: "text?",
  socialLinks: "json",
  links: "json",
  longDescriptionContent: "json",
  stickers: "json",
  imageFileUuid: "text?",
  createdAt: "instant",
  updatedAt: "instant?",
}
