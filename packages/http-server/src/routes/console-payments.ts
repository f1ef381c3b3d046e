import { consolePayments as endpoints } from "@symbolon/core/contract"
import { mapAnswer, paymentConnections, paymentEvents } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeParkedPayment, encodePaymentConnection } from "../encode/payment.ts"
import { route, type Route, withMeta } from "../route.ts"

export const consolePaymentRoutes: readonly Route[] = [
  route(endpoints.createPaymentConnection, (input, caller) =>
    mapAnswer(
      paymentConnections.create(caller, {
        organization: input.organization_slug,
        backend: input.backend,
        secret: input.secret,
      }),
      // The answer contains a secret and must not be cached.
      ({ connection, secret }) =>
        withMeta(
          { ...encodePaymentConnection(connection), secret: secret ?? null },
          { headers: { "cache-control": "no-store" } },
        ),
    ),
  ),
  route(endpoints.listPaymentConnections, (input, caller) =>
    mapAnswer(
      paymentConnections.list(caller, {
        organization: input.organization_slug,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodePaymentConnection),
    ),
  ),
  route(endpoints.deletePaymentConnection, (input, caller) =>
    mapAnswer(
      paymentConnections.delete(caller, {
        organization: input.organization_slug,
        connectionUuid: input.connection_uuid,
      }),
      encodePaymentConnection,
    ),
  ),
  route(endpoints.listPaymentEvents, (input, caller) =>
    mapAnswer(
      paymentEvents.list(caller, {
        organization: input.organization_slug,
        outcome: input.outcome,
        isSettled: input.status === "settled",
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeParkedPayment),
    ),
  ),
  route(endpoints.settle, (input, caller) =>
    mapAnswer(
      paymentEvents.settle(caller, {
        organization: input.organization_slug,
        eventUuid: input.payment_event_uuid,
        note: input.note,
      }),
      encodeParkedPayment,
    ),
  ),
]
