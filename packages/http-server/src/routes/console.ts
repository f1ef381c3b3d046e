import { console as endpoints } from "@symbolon/core/contract"
import { ledger } from "@symbolon/core/effect"
import { route, type Route } from "../route.ts"
import { tellPosted } from "./posted.ts"

export const consoleRoutes: readonly Route[] = [
  route(endpoints.mintPoints, (input, caller) =>
    tellPosted(
      ledger.mint(caller, {
        organization: input.organization_slug,
        amount: input.amount,
        description: input.description,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
]
