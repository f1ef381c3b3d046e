import * as z from "zod"
import { reads } from "../access.ts"
import { endpoint, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { CurrentUser, Subscription, User } from "../resources/user.ts"

export const getCurrentUser = endpoint({
  id: "getCurrentUser",
  base: "api",
  method: "GET",
  path: "/users/me",
  summary:
    "The user behind the token; their e-mail address and phone number with those scopes alone.",
  access: reads("user:read", "UO"),
  bucket: "read",
  status: 200,
  response: CurrentUser,
  errors: ["NotFound"],
})

export const getSubscription = endpoint({
  id: "getSubscription",
  base: "api",
  method: "GET",
  path: "/users/me/subscription",
  summary: "The user's subscription to the service, and what it grants.",
  access: reads("subscription:read", "U"),
  bucket: "read",
  status: 200,
  response: Subscription,
  errors: ["NotFound"],
})

export const getUser = endpoint({
  id: "getUser",
  base: "api",
  method: "GET",
  path: "/users/{username}",
  summary: "Somebody, by username. An organization's name is nobody's.",
  access: reads("user:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object({ username: text(limits.slugMax, 1) }),
  response: User,
  errors: ["NotFound"],
})
