import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { read } from "../../foundation/unit-of-work.ts"
import type { AppOriginInput, ClientInput } from "../inputs.ts"
import type { ClientInfo } from "../results.ts"

/**
 * What anybody may know of an app: what it shows of itself, and whose it is. One that was switched
 * off is unknown.
 */
export const clientInfo = Effect.fnUntraced(function* (_caller: Caller, input: ClientInput) {
  return yield* read(function* (tx) {
    const client = yield* tx.oauthClients.find(input.clientId)
    if (client === undefined || client.disabledAt !== undefined)
      return yield* new NotFound({ what: "app" })
    const organization =
      client.organizationUuid === undefined
        ? undefined
        : yield* tx.organizations.find(client.organizationUuid)
    const info: ClientInfo = { client, organization }
    return info
  })
})

/**
 * Whether pages of an origin belong to an app: then they may read what the token endpoint answers.
 * `null` is nobody's.
 */
export const isAppOrigin = Effect.fnUntraced(function* (_caller: Caller, input: AppOriginInput) {
  if (!/^https?:\/\/[^/]{1,253}$/.test(input.origin)) return false
  return yield* read(function* (tx) {
    return yield* tx.oauthClients.hasOrigin(input.origin)
  })
})
