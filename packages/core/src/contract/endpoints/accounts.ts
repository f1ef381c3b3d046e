import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, line, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { FileUuid } from "../resources/file.ts"
import { Account, CurrentUser } from "../resources/user.ts"

/**
 * People manage accounts, through first-party apps: never an app by itself, nor a token that acts
 * for an organization.
 */
const people: Access = { ...manages(undefined), tokens: ["user"] }

const currentPassword = text(limits.passwordTextMax).optional()

const chosenMails = `A user or app can send ${limits.chosenMailsPerCallerPerHour} mails an hour to addresses that callers choose, ${limits.chosenMailsPerCallerAndAddressPerHour} of them to one address. An address gets ${limits.chosenMailsPerAddressPerHour} an hour from all callers. Beyond that, the call is 429.`

export const updateProfile = endpoint({
  name: "users.updateProfile",
  base: "console",
  method: "PATCH",
  path: "/users/me",
  summary: "Updates the fields of the user's own profile that are sent; null clears a field.",
  description: `To change the e-mail address, even only its capitals, send current_password or sign in at most five minutes before (403, details.reason recent_sign_in_required). The new address gets a mail with a verification link. The old address gets a mail about the change. ${chosenMails}`,
  access: people,
  bucket: "write",
  status: 200,
  body: z.strictObject({
    first_name: line(limits.nameMax).optional(),
    last_name: line(limits.nameMax).nullable().optional(),
    phone_number: line(limits.nameMax).nullable().optional(),
    email: line(limits.nameMax).nullable().optional(),
    avatar_image_file_uuid: FileUuid.optional(),
    accepts_contact_drops: z
      .boolean()
      .optional()
      .describe("False refuses contacts that other users drop; the senders do not notice."),
    current_password: currentPassword.describe(
      "Required for another email if the sign-in is older than five minutes.",
    ),
  }),
  response: CurrentUser,
  errors: ["NotFound", "Conflict"],
})

export const exportMe = endpoint({
  name: "users.exportMe",
  base: "console",
  method: "GET",
  path: "/users/me/export",
  summary: "Returns everything that is stored of the user.",
  description:
    "One line of JSON for each thing, as `symbolon users export` writes it; there is no secret in it. The answer is sent while it is read. If it breaks off, ask again. What changes meanwhile may be in it or not.",
  access: { ...people, isRead: true },
  bucket: "read+expensive",
  status: 200,
  answers: "ndjson",
  response: z.object({
    kind: z.string().describe("What the line is about, such as `membership`."),
    data: z.record(z.string(), z.unknown()),
  }),
  errors: ["NotFound"],
})

export const changePassword = endpoint({
  name: "users.changePassword",
  base: "console",
  method: "POST",
  path: "/users/me/password",
  summary: "Changes the user's own password, or sets the first one.",
  description:
    "Send current_password or sign in at most five minutes before (403, details.reason recent_sign_in_required). All other sessions and browsers of the user end, including their refresh tokens, and the user gets a mail. A session may send five passwords a minute.",
  access: people,
  bucket: "write",
  status: 200,
  body: z.strictObject({
    current_password: currentPassword.describe(
      "Required if the sign-in is older than five minutes.",
    ),
    new_password: text(limits.passwordTextMax),
    sign_out_everywhere: z.boolean().default(false).describe("Also ends the calling session."),
  }),
  response: Account,
  errors: ["NotFound", "Conflict"],
})

export const requestEmailVerification = endpoint({
  name: "users.requestEmailVerification",
  base: "console",
  method: "POST",
  path: "/users/me/email-verification",
  summary: "Sends the verification mail again. Earlier links become invalid.",
  description: chosenMails,
  access: people,
  bucket: "write",
  status: 202,
  body: z.strictObject({}),
  response: Account,
  errors: ["NotFound", "Conflict"],
})

export const deleteUser = endpoint({
  name: "users.delete",
  base: "console",
  method: "DELETE",
  path: "/users/{user_uuid}",
  summary: "Deletes an account. Users delete their own; service staff delete any.",
  description:
    "All its browsers and tokens end at once. Name, address and phone number are erased; other records refer to the account by a pseudonym. Send the caller's current_password or sign in at most five minutes before (403, details.reason recent_sign_in_required). An owner of an organization must transfer it first (409).",
  access: people,
  bucket: "write",
  status: 200,
  params: z.object(parameters.user),
  body: z.strictObject({
    current_password: currentPassword.describe(
      "The caller's password. Required if the sign-in is older than five minutes.",
    ),
  }),
  response: Account,
  errors: ["NotFound", "Conflict", "ForbiddenNotAuthorized"],
})

const disabled = {
  base: "console",
  path: "/users/{user_uuid}/disabled",
  access: people,
  bucket: "write",
  status: 200,
  params: z.object(parameters.user),
  response: Account,
} as const

export const disable = endpoint({
  ...disabled,
  name: "users.disable",
  method: "POST",
  summary:
    "Disables an account without deleting it. All its browsers and tokens end. For service staff.",
  body: z.strictObject({}),
  errors: ["NotFound", "Conflict"],
})

export const enable = endpoint({
  ...disabled,
  name: "users.enable",
  method: "DELETE",
  summary: "Enables a disabled account. For service staff.",
  errors: ["NotFound"],
})
