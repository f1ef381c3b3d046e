import { Effect } from "effect"
import { actingUser, type Caller } from "../foundation/access/caller.ts"
import * as endpoints from "../contract/endpoints/devices.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import { authorise, isOnTeam, organizationOf } from "../organizations/steps.ts"
import { signerInForce } from "../service-keys/prepare.ts"
import { sessionFor } from "../sessions/steps.ts"
import { step } from "../foundation/step.ts"
import { listing } from "../foundation/listing.ts"
import { Ports, prepare, read, transact } from "../foundation/unit-of-work.ts"
import { type Device, doorTermAt } from "./device.ts"
import { doorClaims, signDoorToken } from "./door-token.ts"
import { permitTexts } from "../foundation/errors/permit-texts.ts"
import type { CreateDeviceTokenInput, DeviceInput, ListDeviceTokensInput } from "./inputs.ts"
import type { CreatedDeviceToken } from "./results.ts"

/**
 * Creates a device for the door of a session, or renews the token of one. Returns the token once;
 * only its hash is stored. Until it expires or is revoked, the token gives access to the manifest,
 * the trust keys and the admissions of that session, also after the session is cancelled.
 *
 * A renewed device keeps its idempotency keys and its limits, and belongs to the caller from then
 * on. Its former token ends. A revoked or expired device can be renewed until its row is removed.
 */
export const createDeviceToken = step(function* (caller: Caller, input: CreateDeviceTokenInput) {
  yield* Effect.fromResult(permitTexts({ line: { device_name: input.name } }))
  const { ids, settings } = yield* Ports
  const device = yield* transact(function* (tx, now) {
    const { session } = yield* sessionFor(caller, endpoints.createDeviceToken.access, input.session)
    const tokenUuid = ids.uuid()
    const issued = {
      clientId: caller.kind === "host" ? undefined : caller.clientId,
      createdByUserUuid: actingUser(caller),
      tokenUuid,
      issuedAt: now,
      ...(yield* Effect.fromResult(doorTermAt(session, now, input.expiresAt))),
      revokedAt: undefined,
    }
    if (input.deviceUuid === undefined) {
      const { uuid: sessionUuid, organizationUuid } = session
      const device: Device = {
        uuid: tokenUuid,
        name: input.name,
        sessionUuid,
        organizationUuid,
        createdAt: now,
        ...issued,
      }
      yield* tx.devices.add(device)
      return device
    }
    const known = (yield* tx.devices.find(input.deviceUuid))?.device
    if (known === undefined || known.sessionUuid !== session.uuid)
      return yield* new NotFound({ what: "device" })
    const device: Device = { ...known, ...issued, name: input.name ?? known.name }
    yield* tx.devices.renew(device)
    return device
  })
  const signer = yield* signerInForce("tokens")
  const token = yield* prepare(() => signDoorToken(doorClaims(device, settings.baseUrl), signer))
  const created: CreatedDeviceToken = { device, token }
  return created
})

/**
 * Lists the devices of a session, revoked and expired ones too. Their tokens are not returned
 * again.
 */
export const listDeviceTokens = listing(function* (caller: Caller, input: ListDeviceTokensInput) {
  return yield* read(function* (tx) {
    const { session } = yield* sessionFor(caller, endpoints.listDeviceTokens.access, input.session)
    return yield* tx.devices.list(session.uuid, input.page)
  })
})

/**
 * Revokes a device's token: the next call with it is refused. The time of an earlier revocation
 * stays. `NotFound` for a caller without a role in the organization, so that the answer does not
 * tell which devices exist.
 */
export const revokeDeviceToken = step(function* (caller: Caller, input: DeviceInput) {
  return yield* transact(function* (tx, now) {
    const found = yield* tx.devices.find(input.device)
    if (found === undefined) return yield* new NotFound({ what: "device" })
    const organization = yield* organizationOf(found.device.organizationUuid)
    if (!(yield* isOnTeam(caller, organization))) return yield* new NotFound({ what: "device" })
    yield* authorise(caller, endpoints.revokeDeviceToken.access, organization)
    if (!(yield* tx.devices.revoke(found.device.uuid, now))) return found.device
    const revoked: Device = { ...found.device, revokedAt: now }
    return revoked
  })
})
