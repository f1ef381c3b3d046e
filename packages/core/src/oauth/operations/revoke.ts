import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import type { OauthClient } from "../clients/client.ts"
import { deviceOfToken } from "../../devices/steps.ts"
import { openedAccessToken, openedDoorToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { authenticatedClient } from "../steps.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import type { TokenInput } from "../inputs.ts"

/**
 * Ends the session of a token (RFC 7009): its access, refresh and exchanged tokens, at once and in
 * every process. A door's token ends by itself. An expired token still ends its session; an unknown
 * token is ignored.
 */
export const revoke = step(function* (caller: Caller, input: TokenInput) {
  yield* Effect.fromResult(permitHost(caller))
  const opened = yield* openedAccessToken(input.token)
  const door = opened === undefined ? yield* openedDoorToken(input.token) : undefined
  yield* transact(function* (tx, now) {
    const client: OauthClient = yield* authenticatedClient(input.client)
    const device = door === undefined ? undefined : (yield* deviceOfToken(door))?.device
    const refresh =
      opened === undefined && door === undefined
        ? yield* tx.refreshTokens.find(tokenHash(input.token))
        : undefined
    const found =
      opened === undefined
        ? (device ?? refresh)
        : { sid: opened.claims.sid, clientId: opened.claims.client_id }
    if (found === undefined) return
    if (found.clientId === client.clientId) {
      if ("sid" in found) yield* tx.oauthSessions.end(found.sid, now, "revoked")
      else yield* tx.devices.revoke(found.uuid, now)
      return
    }
    // A public client learns nothing about the tokens of others.
    if (client.clientType === "confidential")
      yield* new OauthRefused({
        error: "invalid_request",
        description: "The token was issued to another client.",
      })
  })
})
