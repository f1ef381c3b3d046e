import { users as endpoints } from "@symbolon/core/contract"
import { mapAnswer, users } from "@symbolon/core/effect"
import { encodeCurrentUser, encodeSubscription, encodeUser } from "../encode/user.ts"
import { encodeProfile } from "../encode/profile.ts"
import { route, type Route } from "../route.ts"

export const userRoutes: readonly Route[] = [
  route(endpoints.getUser, (input, caller, imageUrl) =>
    mapAnswer(users.get(caller, { username: input.username }), encodeUser(imageUrl)),
  ),
  route(endpoints.getProfile, (input, caller, imageUrl) =>
    mapAnswer(users.getProfile(caller, { username: input.username }), encodeProfile(imageUrl)),
  ),
  route(endpoints.me, (_input, caller, imageUrl) =>
    mapAnswer(users.me(caller, {}), encodeCurrentUser(imageUrl)),
  ),
  route(endpoints.subscription, (_input, caller) =>
    mapAnswer(users.subscription(caller, {}), encodeSubscription),
  ),
]
