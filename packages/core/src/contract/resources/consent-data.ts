import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/**
 * What has to be asked before an app gets its answer (reference: `/authorize` for callers that
 * prefer JSON).
 */
export const ConsentData = z
  .object({
    status: z.enum(["login_required", "consent_required", "account_selection_required"]),
    challenge: z.string(),
    expires_at: dateTime,
    csrf_token: z.string(),
    client: z.object({
      client_id: z.string(),
      name: z.string(),
      icon_url: z.string().nullable(),
      website_url: z.string().nullable(),
      policy_url: z.string().nullable(),
      tos_url: z.string().nullable(),
      redirect_host: z.string(),
      is_first_party: z.boolean(),
      organization: z.object({ uuid: z.string(), name: z.string(), slug: z.string() }).nullable(),
    }),
    user: z
      .object({
        uuid: z.string(),
        username: z.string(),
        first_name: z.string(),
        last_name: z.string().nullable(),
        avatar_image_file_url: z.string().nullable(),
      })
      .nullable(),
    scopes: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        sensitive: z.boolean(),
        already_granted: z.boolean(),
      }),
    ),
    login: z.object({ methods: z.array(z.string()), hint: z.string().nullable() }),
    prompt: z.array(z.string()),
    ui_locales: z.array(z.string()),
    actions: z.object({ login: z.string(), accept: z.string(), deny: z.string() }),
    /** Set when what was just sent was refused. */
    error: z.string().optional(),
  })
  .meta({ id: "ConsentData" })

/** The end of the questions: where the browser goes now. */
export const RedirectTo = z.object({
  redirect_to: z.string(),
  /** With `response_mode=form_post`: fields to post there instead of following the address. */
  form: z.record(z.string(), z.string()).optional(),
})
