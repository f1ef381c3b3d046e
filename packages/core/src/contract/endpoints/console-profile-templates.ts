import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import type { Access } from "../../foundation/access/permit.ts"
import { administers, manages } from "../access.ts"
import { endpoint, line, listQuery, page, prose } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Message } from "../resources/message.ts"
import { pageStartFields, ProfileTemplate } from "../resources/profile-template.ts"

const looks: Access = { ...manages("staff"), isRead: true }
const platformLooks: Access = { ...administers, isRead: true }

const path = "/organizations/{organization_slug}/profile-templates"
const onePath = `${path}/{profile_template_uuid}` as const
const one = z.object({ ...parameters.organization, ...parameters.profileTemplate })
const platformPath = "/profile-templates"
const onePlatformPath = `${platformPath}/{profile_template_uuid}` as const
const onePlatform = z.object(parameters.profileTemplate)

const named = {
  name: line(limits.profileTemplateNameMax, 1).trim().min(1).describe("for the team alone"),
  description: prose(limits.profileTemplateDescriptionMax)
    .nullable()
    .describe("for the team alone"),
}
const fields = { ...named, ...pageStartFields }
const platformFields = {
  ...fields,
  image_file_uuid: z.null("must be null: the platform has no files"),
}
const orders = ["created_at", "name"] as const
const later = "Pages that were issued keep what they started with."
const unlinks =
  "Card models that have the template lose it and stay. Pages that were issued with it stay too."

export const listProfileTemplates = endpoint({
  name: "profileTemplates.list",
  base: "console",
  method: "GET",
  path,
  summary: "Lists the profile templates that an organization can use.",
  description: "Its own, and those of the platform, whose `organization_uuid` is null.",
  access: looks,
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(orders),
  response: page(ProfileTemplate),
  errors: ["NotFound"],
})

export const createProfileTemplate = endpoint({
  name: "profileTemplates.create",
  base: "console",
  method: "POST",
  path,
  summary: "Creates a profile template of the organization.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject(fields).partial().required({ name: true }),
  response: ProfileTemplate,
  errors: ["NotFound"],
})

export const getProfileTemplate = endpoint({
  name: "profileTemplates.get",
  base: "console",
  method: "GET",
  path: onePath,
  summary: "Returns a profile template that the organization can use.",
  access: looks,
  bucket: "read",
  status: 200,
  params: one,
  response: ProfileTemplate,
  errors: ["NotFound"],
})

export const updateProfileTemplate = endpoint({
  name: "profileTemplates.update",
  base: "console",
  method: "PATCH",
  path: onePath,
  summary: "Updates the fields of a profile template that are sent; null clears a field.",
  description: `${later} A template of the platform is changed by service staff alone (403).`,
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject(fields).partial(),
  response: ProfileTemplate,
  errors: ["NotFound", "Forbidden"],
})

export const deleteProfileTemplate = endpoint({
  name: "profileTemplates.delete",
  base: "console",
  method: "DELETE",
  path: onePath,
  summary: "Deletes a profile template of the organization.",
  description: `${unlinks} A template of the platform is deleted by service staff alone (403).`,
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound", "Forbidden"],
})

export const listPlatformProfileTemplates = endpoint({
  name: "platformProfileTemplates.list",
  base: "console",
  method: "GET",
  path: platformPath,
  summary: "Lists the platform's profile templates. For service staff.",
  access: platformLooks,
  bucket: "read",
  status: 200,
  query: listQuery(orders),
  response: page(ProfileTemplate),
  errors: [],
})

export const createPlatformProfileTemplate = endpoint({
  name: "platformProfileTemplates.create",
  base: "console",
  method: "POST",
  path: platformPath,
  summary: "Creates a profile template that every organization can use. For service staff.",
  access: administers,
  bucket: "write",
  status: 201,
  body: z.strictObject(platformFields).partial().required({ name: true }),
  response: ProfileTemplate,
  errors: [],
})

export const getPlatformProfileTemplate = endpoint({
  name: "platformProfileTemplates.get",
  base: "console",
  method: "GET",
  path: onePlatformPath,
  summary: "Returns one of the platform's profile templates. For service staff.",
  access: platformLooks,
  bucket: "read",
  status: 200,
  params: onePlatform,
  response: ProfileTemplate,
  errors: ["NotFound"],
})

export const updatePlatformProfileTemplate = endpoint({
  name: "platformProfileTemplates.update",
  base: "console",
  method: "PATCH",
  path: onePlatformPath,
  summary: "Updates the fields of one of the platform's profile templates. For service staff.",
  description: later,
  access: administers,
  bucket: "write",
  status: 200,
  params: onePlatform,
  body: z.strictObject(platformFields).partial(),
  response: ProfileTemplate,
  errors: ["NotFound"],
})

export const deletePlatformProfileTemplate = endpoint({
  name: "platformProfileTemplates.delete",
  base: "console",
  method: "DELETE",
  path: onePlatformPath,
  summary: "Deletes one of the platform's profile templates. For service staff.",
  description: unlinks,
  access: administers,
  bucket: "write",
  status: 200,
  params: onePlatform,
  response: Message,
  errors: ["NotFound"],
})
