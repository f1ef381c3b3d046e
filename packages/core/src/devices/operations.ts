import { Effect } from "effect"
import { actingUser, type Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/devices.ts"
import { NotFound } from "../errors/refusals.ts"
import type { PageRequest } from "../kernel/page.ts"
import { authorise, organizationOf } from "../organizations/steps.ts"
import { signerInForce } from "../service-keys/prepare.ts"
import { sessionFor } from "../sessions/steps.ts"
import { Ports, prepare, read, transact } from "../unit-of-work.ts"
import { type Device, doorTermAt } from "./device.ts"
import { doorClaims, signDoorToken } from "./door-token.ts"

/** What is asked for. */
export interface IssueDoorToken {
  /** Slug or uuid. */
  readonly session: string
  readonly name?: string | undefined
  /** An earlier end than the session gives. */
  readonly expiresAt?: Date | undefined
}

/**
 * Makes a device for the door of a session. Its token is answered here, once, and kept nowhere. Until it ends or is revoked it
 * opens the manifest, the trust keys and the admissions of that session, also after the session was cancelled.
 */
export const issue = Effect.fnUntraced(function* (caller: Caller, input: IssueDoorToken) {
  const { ids, settings } = yield* Ports
  const device = yield* transact(function* (tx, now) {
    const { session } = yield* sessionFor(caller, endpoints.createDeviceToken.access, input.session)
    const device: Device = {
      uuid: ids.uuid(),
      name: input.name,
      sessionUuid: session.uuid,
      organizationUuid: session.organizationUuid,
      clientId: caller.kind === "host" ? undefined : caller.clientId,
      createdByUserUuid: actingUser(caller),
      ...(yield* Effect.fromResult(doorTermAt(session, now, input.expiresAt))),
      createdAt: now,
      revokedAt: undefined,
    }
    yield* tx.devices.add(device)
    return device
  })
  const signer = yield* signerInForce("tokens")
  const token = yield* prepare(() => signDoorToken(doorClaims(device, settings.baseUrl), signer))
  return { device, token }
})

/** The devices of a session, revoked and expired ones too. Their tokens cannot be had again. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: { readonly session: string; readonly page: PageRequest<"created_at" | "name"> },
) {
  return yield* read(function* (tx) {
    const { session } = yield* sessionFor(caller, endpoints.listDeviceTokens.access, input.session)
    return yield* tx.devices.list(session.uuid, input.page)
  })
})

/** Ends a device's token: the next call with it is refused. One that was revoked before keeps its moment. */
export const revoke = Effect.fnUntraced(function* (caller: Caller, input: { readonly device: string }) {
  return yield* transact(function* (tx, now) {
    const found = yield* tx.devices.find(input.device)
    if (found === undefined) return yield* new NotFound({ what: "device" })
    yield* authorise(caller, endpoints.revokeDeviceToken.access, yield* organizationOf(found.device.organizationUuid))
    if (!(yield* tx.devices.revoke(found.device.uuid, now))) return found.device
    return { ...found.device, revokedAt: now } satisfies Device
  })
})
