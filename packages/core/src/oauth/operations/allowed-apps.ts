import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/console-consents.ts"
import { Forbidden, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import { type AppView, viewApp } from "../clients/client.ts"
import { type Consent, consentsWith } from "../authorization/consent.ts"
import type { NoInput } from "../../foundation/kernel/inputs.ts"
import type { ClientInput } from "../inputs.ts"
import type { WithdrawnApp } from "../results.ts"

/** An app that a user allowed something, and what. */
export interface AllowedApp {
  readonly client: AppView
  readonly consent: Consent
}

/**
 * Lists the apps that the user of a token has allowed to act for them, without disabled ones: those
 * with a consent that is remembered, and those that act for the user without one.
 */
export const list = listing(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listAllowedApps), caller))
  if (caller.kind !== "user") return yield* ofNobody
  const { userUuid } = caller
  return yield* read(function* (tx, now) {
    const remembered = yield* tx.consents.ofUser(userUuid)
    const sessions = yield* tx.oauthSessions.liveOf(userUuid, now)
    const allowed: AllowedApp[] = []
    for (const consent of consentsWith(userUuid, remembered, sessions)) {
      const client = yield* tx.oauthClients.find(consent.clientId)
      if (client === undefined || client.disabledAt !== undefined) continue
      // The operator vouches for a first-party app: nobody is asked for a consent to it.
      if (client.isFirstParty && !remembered.some(({ clientId }) => clientId === client.clientId))
        continue
      allowed.push({ client: viewApp(client), consent })
    }
    return allowed
  })
})

/**
 * Withdraws the consent to an app: its sessions, tokens and codes for this user end at once, and it
 * must ask again.
 */
export const withdraw = step(function* (caller: Caller, input: ClientInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.withdraw), caller))
  if (caller.kind !== "user") return yield* ofNobody
  return yield* transact(function* (tx, now) {
    const { clientId } = input
    const of = { userUuid: caller.userUuid, clientId }
    const isWithdrawn = yield* tx.consents.withdraw(caller.userUuid, clientId)
    // Before the sessions: a code that is redeemed meanwhile has opened one by then.
    const codes = yield* tx.oauthCodes.consumeAll(of, now)
    const ended = yield* tx.oauthSessions.endAll(of, now, "consent_withdrawn")
    if (!isWithdrawn && ended === 0 && codes === 0) return yield* new NotFound({ what: "app" })
    const withdrawn: WithdrawnApp = { endedSessions: ended }
    return withdrawn
  })
})

const ofNobody = new Forbidden({
  reason: "This call needs a user's token, because only users give consent to apps.",
})
