import * as z from "zod"
import { dateTime } from "../endpoint.ts"

const app = {
  client_id: z.string(),
  organization_uuid: z.string().nullable(),
  name: z.string(),
  client_type: z.enum(["confidential", "public"]),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  scopes: z.array(z.string()),
  service_role: z.string().nullable(),
  first_party: z.boolean(),
  icon_url: z.string().nullable(),
  website_url: z.string().nullable(),
  policy_url: z.string().nullable(),
  tos_url: z.string().nullable(),
  created_at: dateTime,
  updated_at: dateTime.nullable(),
}

/** An app as those who manage it see it; never with a secret. */
export const App = z.object(app).meta({ id: "App" })

/**
 * An app as returned once on registration: with its secret, null for a public app.
 */
export const RegisteredApp = z
  .object({ ...app, client_secret: z.string().nullable() })
  .meta({ id: "RegisteredApp" })

/** Another secret, answered once. */
export const AppSecret = z
  .object({ client_id: z.string(), client_secret: z.string() })
  .meta({ id: "AppSecret" })
