import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { manages } from "../access.ts"
import { endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Link } from "../resources/link.ts"
import { Message } from "../resources/message.ts"

/** People hand out their own links, through first-party apps. */
const writing: Access = { ...manages(undefined), tokens: ["user"] }
const reading: Access = { ...writing, isRead: true }

const path = "/users/me/links"

export const listLinks = endpoint({
  name: "links.list",
  base: "console",
  method: "GET",
  path,
  summary: "Lists the user's own links.",
  access: reading,
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]),
  response: page(Link),
  errors: ["NotFound"],
})

export const createLink = endpoint({
  name: "links.create",
  base: "console",
  method: "POST",
  path,
  summary: "Creates a link to a profile page or a wallet.",
  description: `Send one of the two fields: one of the user's own pages, or a wallet of the user or of a card that the user claimed. Whoever has the link opens it at {base_url}/l/{token}, without a token of their own. A user can have ${limits.linksPerUserMax} links (409).`,
  access: writing,
  bucket: "write",
  status: 201,
  body: z.strictObject({
    profile_page_uuid: parameters.profilePage.profile_page_uuid.optional(),
    wallet_address: text(limits.nameMax, 1).optional(),
  }),
  response: Link,
  errors: ["NotFound", "Conflict"],
})

export const deleteLink = endpoint({
  name: "links.delete",
  base: "console",
  method: "DELETE",
  path: `${path}/{token}`,
  summary: "Withdraws a link. It opens nothing from then on.",
  access: writing,
  bucket: "write",
  status: 200,
  params: z.object(parameters.link),
  response: Message,
  errors: ["NotFound"],
})
