import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, line, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Account, CurrentUser } from "../resources/user.ts"

/**
 * People manage accounts, through first-party apps: never an app by itself, nor a token that acts
 * for an organization.
 */
const people: Access = { ...manages(undefined), tokens: ["user"] }

const currentPassword = text(limits.passwordTextMax).optional()

const chosenMails = `Mails to addresses that callers choose are ${limits.chosenMailsPerCallerPerHour} an hour for one user or app, and ${limits.chosenMailsPerAddressPerHour} to one address; beyond that the call is 429.`

export const updateProfile = endpoint({
  id: "updateProfile",
  base: "console",
  method: "PATCH",
  path: "/users/me",
  summary: "Changes what is sent of the user's own profile; null clears.",
  description: `Another e-mail address, or the same in other capitals, takes current_password or a sign-in at most five minutes old (403, details.reason recent_sign_in_required). It is not verified: a mail with a link goes to it, and one that tells of the change to the old one. ${chosenMails}`,
  access: people,
  bucket: "write",
  status: 200,
  body: z.strictObject({
    first_name: line(limits.nameMax).optional(),
    last_name: line(limits.nameMax).nullable().optional(),
    phone_number: line(limits.nameMax).nullable().optional(),
    email: line(limits.nameMax).nullable().optional(),
    current_password: currentPassword.describe(
      "Needed for another email where the sign-in is older than five minutes.",
    ),
  }),
  response: CurrentUser,
  errors: ["NotFound", "Conflict"],
})

export const changePassword = endpoint({
  id: "changePassword",
  base: "console",
  method: "POST",
  path: "/users/me/password",
  summary: "Replaces the user's own password, or sets the first one.",
  description:
    "Takes current_password or a sign-in at most five minutes old (403, details.reason recent_sign_in_required). Every browser and every other session of the user ends, refresh tokens with them; a mail tells of it. A session may send five passwords a minute.",
  access: people,
  bucket: "write",
  status: 200,
  body: z.strictObject({
    current_password: currentPassword.describe(
      "Needed where the sign-in is older than five minutes.",
    ),
    new_password: text(limits.passwordTextMax),
    sign_out_everywhere: z.boolean().default(false).describe("Also ends the session that asks."),
  }),
  response: Account,
  errors: ["NotFound", "Conflict"],
})

export const requestEmailVerification = endpoint({
  id: "requestEmailVerification",
  base: "console",
  method: "POST",
  path: "/users/me/email-verification",
  summary: "Sends the mail that verifies the user's address once more; earlier links end.",
  description: chosenMails,
  access: people,
  bucket: "write",
  status: 202,
  body: z.strictObject({}),
  response: Account,
  errors: ["NotFound", "Conflict"],
})

export const deleteAccount = endpoint({
  id: "deleteAccount",
  base: "console",
  method: "DELETE",
  path: "/users/{user_uuid}",
  summary: "Deletes an account: one's own, or anybody's for the service's staff.",
  description:
    "Every browser and token of it ends in the same moment; name, address and number are forgotten, the row stays under a pseudonym for what refers to it. Takes the caller's current_password or a sign-in at most five minutes old (403, details.reason recent_sign_in_required). Whoever owns an organization hands it over first (409).",
  access: people,
  bucket: "write",
  status: 200,
  params: z.object(parameters.user),
  body: z.strictObject({
    current_password: currentPassword.describe(
      "Of the caller. Needed where the sign-in is older than five minutes.",
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

export const disableAccount = endpoint({
  ...disabled,
  id: "disableAccount",
  method: "POST",
  summary:
    "Shuts somebody out and keeps their account as it is; every browser and token of it ends. For the service's staff.",
  body: z.strictObject({}),
  errors: ["NotFound", "Conflict"],
})

export const enableAccount = endpoint({
  ...disabled,
  id: "enableAccount",
  method: "DELETE",
  summary: "Lets somebody in again. For the service's staff.",
  errors: ["NotFound"],
})
