import type { Caller } from "../../foundation/access/caller.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { sharedRead } from "../../foundation/unit-of-work.ts"
import type { AppOriginInput, ClientInput } from "../inputs.ts"
import { viewApp } from "../clients/client.ts"
import type { ClientInfo } from "../results.ts"

/**
 * Returns the public facts of an app: its name, its links, its organization. `NotFound` for a
 * disabled app.
 */
export const clientInfo = step(function* (_caller: Caller, input: ClientInput) {
  return yield* sharedRead(function* (tx) {
    const client = yield* tx.oauthClients.find(input.clientId)
    if (client === undefined || client.disabledAt !== undefined)
      return yield* new NotFound({ what: "app" })
    const organization =
      client.organizationUuid === undefined
        ? undefined
        : yield* tx.organizations.find(client.organizationUuid)
    const info: ClientInfo = { client: viewApp(client), organization }
    return info
  })
})

/**
 * Returns whether an origin belongs to an app; its pages may then read the answers of the token
 * endpoint. The origin `null` never does.
 */
export const isAppOrigin = step(function* (_caller: Caller, input: AppOriginInput) {
  if (!/^https?:\/\/[^/]{1,253}$/.test(input.origin)) return false
  return yield* sharedRead(function* (tx) {
    return yield* tx.oauthClients.hasOrigin(input.origin)
  })
})
