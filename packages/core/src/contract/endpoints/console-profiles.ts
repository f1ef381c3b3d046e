import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { manages } from "../access.ts"
import { endpoint, listQuery, page } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Message } from "../resources/message.ts"
import { ProfilePage, profileFields } from "../resources/profile.ts"

/** People manage their own pages, through first-party apps. */
const writing: Access = { ...manages(undefined), tokens: ["user"] }
const reading: Access = { ...writing, isRead: true }

const path = "/users/me/profile-pages"
const onePath = `${path}/{profile_page_uuid}` as const
const one = z.object(parameters.profilePage)
const body = z.strictObject(profileFields).partial()

export const listProfilePages = endpoint({
  name: "profilePages.list",
  base: "console",
  method: "GET",
  path,
  summary: "Lists the user's own profile pages.",
  access: reading,
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]),
  response: page(ProfilePage),
  errors: ["NotFound"],
})

export const createProfilePage = endpoint({
  name: "profilePages.create",
  base: "console",
  method: "POST",
  path,
  summary: "Creates a profile page.",
  description:
    "The first page becomes the primary one. A user makes as many pages as max_profiles of the subscription says; beyond that the answer is 409. Pages that organizations issued do not count.",
  access: writing,
  bucket: "write",
  status: 201,
  body,
  response: ProfilePage,
  errors: ["NotFound", "Conflict"],
})

export const getProfilePage = endpoint({
  name: "profilePages.get",
  base: "console",
  method: "GET",
  path: onePath,
  summary: "Returns one of the user's own profile pages.",
  access: reading,
  bucket: "read",
  status: 200,
  params: one,
  response: ProfilePage,
  errors: ["NotFound"],
})

export const updateProfilePage = endpoint({
  name: "profilePages.update",
  base: "console",
  method: "PATCH",
  path: onePath,
  summary: "Updates the fields of a profile page that are sent; null clears a field.",
  access: writing,
  bucket: "write",
  status: 200,
  params: one,
  body,
  response: ProfilePage,
  errors: ["NotFound"],
})

export const deleteProfilePage = endpoint({
  name: "profilePages.delete",
  base: "console",
  method: "DELETE",
  path: onePath,
  summary: "Deletes a profile page.",
  description:
    "The primary page can be deleted only as the last one (409): make another page the primary one first.",
  access: writing,
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound", "Conflict"],
})

export const makePrimary = endpoint({
  name: "profilePages.makePrimary",
  base: "console",
  method: "POST",
  path: `${onePath}/primary`,
  summary: "Makes a page the user's public profile, instead of the one before.",
  description: "A locked page cannot become the primary one (409).",
  access: writing,
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject({}),
  response: ProfilePage,
  errors: ["NotFound", "Conflict"],
})
