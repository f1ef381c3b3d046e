import { BadRequest } from "../foundation/errors/refusals.ts"
import type { CheckoutRequest, PaymentBackend } from "../foundation/ports/payments.ts"
import { seal, unseal } from "../foundation/sealing/sealed-box.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare } from "../foundation/unit-of-work.ts"
import { connectionBinding, type PaymentConnection } from "./connection.ts"

/** Seals the secret of a connection that is about to be made. */
export const sealSecret = step(function* (connectionUuid: string, secret: string) {
  const { vault, ids } = yield* Ports
  return yield* prepare(() =>
    seal(vault, ids, Buffer.from(secret, "utf8"), connectionBinding(connectionUuid)),
  )
})

/**
 * Verifies and reads a callback with the secret of its connection, which is decrypted for this call
 * alone. {@link BadRequest} for a callback that is not signed with it or cannot be read.
 */
export const readCallback = step(function* (
  backend: PaymentBackend,
  connection: PaymentConnection,
  sent: { readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array },
) {
  const { vault, wall } = yield* Ports
  const read = yield* prepare(async () => {
    const opened = await unseal(vault, connection.sealed, connectionBinding(connection.uuid))
    try {
      return await backend.parseCallback({
        ...sent,
        secret: Buffer.from(opened).toString("utf8"),
        arrivedAt: wall.now(),
      })
    } finally {
      opened.fill(0)
    }
  })
  return "refused" in read
    ? yield* new BadRequest({ field: "_root", reason: read.refused })
    : read.events
})

/**
 * Begins a payment at its backend. Nothing is stored yet; one that is never paid expires by itself.
 */
export const beginCheckout = step(function* (backend: PaymentBackend, request: CheckoutRequest) {
  return yield* prepare(() => backend.createCheckout(request))
})
