import { users as endpoints } from "@symbolon/core/contract"
import { users } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeCurrentUser, encodeSubscription, encodeUser } from "../encode/user.ts"
import { encodeProfile } from "../encode/profile.ts"
import { route, type Route } from "../route.ts"

export const userRoutes: readonly Route[] = [
  route(endpoints.getUser, (input, caller, imageUrl) =>
    Effect.map(users.get(caller, { username: input.username }), encodeUser(imageUrl)),
  ),
  route(endpoints.getProfile, (input, caller, imageUrl) =>
    Effect.map(users.getProfile(caller, { username: input.username }), encodeProfile(imageUrl)),
  ),
  route(endpoints.me, (_input, caller, imageUrl) =>
    Effect.map(users.me(caller, {}), encodeCurrentUser(imageUrl)),
  ),
  route(endpoints.subscription, (_input, caller) =>
    Effect.map(users.subscription(caller, {}), encodeSubscription),
  ),
]
