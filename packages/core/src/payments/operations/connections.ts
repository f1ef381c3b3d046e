import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/console-payments.ts"
import { Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import { organizationFor } from "../../organizations/steps.ts"
import type { PaymentBackend } from "../../foundation/ports/payments.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { type PaymentConnection, viewConnection } from "../connection.ts"
import { sealSecret } from "../prepare.ts"
import type {
  CreatePaymentConnectionInput,
  ListPaymentConnectionsInput,
  PaymentConnectionInput,
} from "../inputs.ts"
import type { CreatedPaymentConnection } from "../results.ts"

/**
 * Connects an organization to a payment backend. If the service generates the secret, it returns it
 * once and stores it encrypted. Keep it safe: its bearer can report payments.
 */
export const create = step(function* (caller: Caller, input: CreatePaymentConnectionInput) {
  const { ids, payments, settings } = yield* Ports
  yield* read(function* () {
    yield* organizationFor(caller, endpoints.createPaymentConnection.access, input.organization)
  })
  const backend = payments.get(input.backend)
  if (backend === undefined)
    return yield* new Invalid({
      errors: { backend: `is not configured here; known: ${[...payments.keys()].join(", ")}` },
    })
  const secret = yield* secretFor(backend, input.secret)
  const uuid = ids.uuid()
  const sealed = yield* sealSecret(uuid, secret)
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.createPaymentConnection.access,
      input.organization,
    )
    const connection: PaymentConnection = {
      uuid,
      organizationUuid: organization.uuid,
      backend: backend.name,
      sealed,
      createdAt: now,
      disabledAt: undefined,
    }
    yield* tx.paymentConnections.add(connection)
    const created: CreatedPaymentConnection = {
      connection: viewConnection(connection, settings.baseUrl),
      secret: backend.secrets === "made" ? secret : undefined,
    }
    return created
  })
})

const secretFor = step(function* ({ name, secrets }: PaymentBackend, brought: string | undefined) {
  const { ids } = yield* Ports
  if (secrets === "made")
    return brought === undefined
      ? ids.secret("sy_ps_")
      : yield* new Invalid({ errors: { secret: `is made here for ${name}: leave it out` } })
  return (
    brought ??
    (yield* new Invalid({
      errors: { secret: `is needed: the one that ${name} shows for its callbacks` },
    }))
  )
})

/** Lists an organization's payment connections, without removed ones. */
export const list = listing(function* (caller: Caller, input: ListPaymentConnectionsInput) {
  const { settings } = yield* Ports
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listPaymentConnections.access,
      input.organization,
    )
    const found = yield* tx.paymentConnections.list(organization.uuid, input.page)
    return mapPage(found, (connection) => viewConnection(connection, settings.baseUrl))
  })
})

const deleteConnection = step(function* (caller: Caller, input: PaymentConnectionInput) {
  const { settings } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.deletePaymentConnection.access,
      input.organization,
    )
    const connection = yield* tx.paymentConnections.find(input.connectionUuid)
    const isTheirs = connection?.organizationUuid === organization.uuid
    if (
      connection === undefined ||
      !isTheirs ||
      !(yield* tx.paymentConnections.disable(connection.uuid, now))
    )
      return yield* new NotFound({ what: "payment connection" })
    yield* tx.checkouts.cancelOpen({ connectionUuid: connection.uuid }, now)
    return viewConnection({ ...connection, disabledAt: now }, settings.baseUrl)
  })
})
export {
  /**
   * Removes a connection: its callbacks are refused from now on, and its open checkouts are
   * cancelled.
   */
  deleteConnection as delete,
}
