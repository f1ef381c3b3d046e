import { Invalid } from "../foundation/errors/refusals.ts"
import { seal } from "../foundation/sealing/sealed-box.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare } from "../foundation/unit-of-work.ts"
import { keyIdOf, newSigningSecret, secretDigest } from "./signature.ts"
import { webhookBinding } from "./webhook.ts"

/** Refuses an address that nothing may be sent to: `Invalid` with `url`. It may look a name up. */
export const permitUrl = step(function* (url: string) {
  const { outgoingHttp } = yield* Ports
  const problem = yield* prepare(() => outgoingHttp.urlProblem(url))
  if (problem !== undefined) return yield* new Invalid({ errors: { url: problem } })
  return
})

/**
 * Makes a signing secret of a webhook, with what is stored of it: its digest, sealed, and the name
 * of that key.
 */
export const makeSecret = step(function* (webhookUuid: string) {
  const { vault, ids } = yield* Ports
  const secret = newSigningSecret(ids)
  const digest = secretDigest(secret)
  const sealed = yield* prepare(() =>
    seal(vault, ids, Buffer.from(digest, "ascii"), webhookBinding(webhookUuid)),
  )
  return { secret, key: { sealed, keyId: keyIdOf(digest) } }
})
