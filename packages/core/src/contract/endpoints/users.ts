import * as z from "zod"
import { reads } from "../access.ts"
import { endpoint, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { Profile } from "../resources/profile.ts"
import { CurrentUser, Subscription, User } from "../resources/user.ts"

export const me = endpoint({
  name: "users.me",
  base: "api",
  method: "GET",
  path: "/users/me",
  summary:
    "Returns the user of the token. The e-mail address and the phone number need their scopes.",
  access: reads("user:read", "UO"),
  bucket: "read",
  status: 200,
  response: CurrentUser,
  errors: ["NotFound"],
})

export const subscription = endpoint({
  name: "users.subscription",
  base: "api",
  method: "GET",
  path: "/users/me/subscription",
  summary: "Returns the user's subscription to the service and its features.",
  access: reads("subscription:read", "U"),
  bucket: "read",
  status: 200,
  response: Subscription,
  errors: ["NotFound"],
})

export const getUser = endpoint({
  name: "users.get",
  base: "api",
  method: "GET",
  path: "/users/{username}",
  summary: "Returns a user by username. The slug of an organization is not a username.",
  description: "A name that is unknown or of a deleted or disabled account is 404.",
  access: reads("user:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object({ username: text(limits.slugMax, 1) }),
  response: User,
  errors: ["NotFound"],
})

export const getProfile = endpoint({
  name: "users.getProfile",
  base: "api",
  method: "GET",
  path: "/users/{username}/profile",
  summary: "Returns the public profile of a user.",
  description:
    "This is the user's primary profile page. Without one, and while it is locked, the profile has the names and image of the account, and its profile_page_uuid is null. A name that is unknown, an organization's, or of a deleted or disabled account is 404.",
  access: reads("profile:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object({ username: text(limits.slugMax, 1) }),
  response: Profile,
  errors: ["NotFound"],
})
