import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, listQuery, page, prose, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { CreatedPaymentConnection, PaymentConnection, PaymentEvent } from "../resources/payment.ts"

const ofOrganization = z.object(parameters.organization)

export const createPaymentConnection = endpoint({
  name: "paymentConnections.create",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/payment-connections",
  summary:
    "Connects the organization to a payment backend. The secret of its callbacks is shown once.",
  description:
    "`manual` is always available: your own program takes the payments and reports them. It signs each callback with the secret: `X-Payment-Signature: sha256=` and the hex HMAC-SHA256 of the raw body. If the backend creates the secret (`stripe`), send it with the request. Checkouts use the newest connection.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: ofOrganization,
  body: z.strictObject({
    backend: text(64, 1).meta({ example: "manual" }),
    secret: text(limits.nameMax, 16)
      .optional()
      .describe("the secret that the backend shows for its callbacks, if the backend creates it"),
  }),
  response: CreatedPaymentConnection,
  errors: ["NotFound"],
})

export const listPaymentConnections = endpoint({
  name: "paymentConnections.list",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/payment-connections",
  summary: "Lists the organization's payment connections, without their secrets.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: ofOrganization,
  query: listQuery(["created_at"]),
  response: page(PaymentConnection),
  errors: ["NotFound"],
})

export const deletePaymentConnection = endpoint({
  name: "paymentConnections.delete",
  base: "console",
  method: "DELETE",
  path: "/organizations/{organization_slug}/payment-connections/{connection_uuid}",
  summary:
    "Removes a connection and cancels its open checkouts. Its callbacks then get 404. Returns the removed connection.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.connection }),
  response: PaymentConnection,
  errors: ["NotFound"],
})

export const listPaymentEvents = endpoint({
  name: "paymentEvents.list",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/payment-events",
  summary:
    "Lists payment events that wait for staff: the amount or currency differs, or the payment can no longer buy anything.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: ofOrganization,
  query: listQuery(["created_at"]).extend({
    outcome: z.enum(["mismatched", "unapplied"]).optional(),
    status: z.enum(["waiting", "settled"]).default("waiting"),
  }),
  response: page(PaymentEvent),
  errors: ["NotFound"],
})

export const settle = endpoint({
  name: "paymentEvents.settle",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/payment-events/{payment_event_uuid}/settle",
  summary: "Marks a waiting payment event as resolved, for example after a refund. Moves no money.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.paymentEvent }),
  body: z.strictObject({ note: prose(limits.noteMax).optional() }),
  response: PaymentEvent,
  errors: ["NotFound", "Conflict"],
})
