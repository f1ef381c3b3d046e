import { users as endpoints } from "@symbolon/core/contract"
import { accounts } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeCurrentUser, encodeSubscription, encodeUser } from "../encode/user.ts"
import { route, type Route } from "../route.ts"

export const userRoutes: readonly Route[] = [
  route(endpoints.getUser, (input, caller) =>
    Effect.map(accounts.find(caller, { username: input.username }), encodeUser),
  ),
  route(endpoints.getCurrentUser, (_input, caller) =>
    Effect.map(accounts.current(caller, {}), encodeCurrentUser),
  ),
  route(endpoints.getSubscription, (_input, caller) =>
    Effect.map(accounts.subscription(caller, {}), encodeSubscription),
  ),
]
