import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { manages } from "../access.ts"
import { dateTime, endpoint } from "../endpoint.ts"
import * as parameters from "../parameters.ts"

const people: Access = { ...manages(undefined), tokens: ["user"] }

export const listAllowedApps = endpoint({
  name: "allowedApps.list",
  base: "console",
  method: "GET",
  path: "/users/me/apps",
  summary: "Lists the apps to which the user has given consent.",
  access: { ...people, isRead: true },
  bucket: "read",
  status: 200,
  response: z.object({
    apps: z.array(
      z.object({
        client_id: z.string(),
        name: z.string(),
        icon_url: z.string().nullable(),
        website_url: z.string().nullable(),
        scopes: z.array(z.string()),
        allowed_at: dateTime,
        updated_at: dateTime,
      }),
    ),
  }),
  errors: [],
})

export const withdraw = endpoint({
  name: "allowedApps.withdraw",
  base: "console",
  method: "DELETE",
  path: "/users/me/apps/{client_id}",
  summary: "Withdraws the consent for an app. Its tokens of this user end at once.",
  access: people,
  bucket: "write",
  status: 200,
  params: z.object(parameters.client),
  response: z.object({ message: z.string(), ended_sessions: z.int() }),
  errors: ["NotFound"],
})
