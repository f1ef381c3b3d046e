import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, listQuery, page, prose, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { CreatedPaymentConnection, PaymentConnection, PaymentEvent } from "../resources/payment.ts"

const ofOrganization = z.object(parameters.organization)

export const createPaymentConnection = endpoint({
  id: "createPaymentConnection",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/payment-connections",
  summary:
    "Connects the organization to a payment backend; the secret of its callbacks is shown this once.",
  description:
    "`manual` is always there: a program of the organization tells of payments that it took itself. It signs each callback with the secret: `X-Payment-Signature: sha256=` and the hex HMAC-SHA256 of the raw body. Where the backend makes the secret (`stripe`), it is sent along instead. Checkouts go by the newest connection.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: ofOrganization,
  body: z.strictObject({
    backend: text(64, 1).meta({ example: "manual" }),
    secret: text(limits.nameMax, 16)
      .optional()
      .describe("the one that the backend shows for its callbacks, where it makes them"),
  }),
  response: CreatedPaymentConnection,
  errors: ["NotFound"],
})

export const listPaymentConnections = endpoint({
  id: "listPaymentConnections",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/payment-connections",
  summary: "The organization's payment connections, without their secrets.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: ofOrganization,
  query: listQuery(["created_at"]),
  response: page(PaymentConnection),
  errors: ["NotFound"],
})

export const removePaymentConnection = endpoint({
  id: "removePaymentConnection",
  base: "console",
  method: "DELETE",
  path: "/organizations/{organization_slug}/payment-connections/{connection_uuid}",
  summary:
    "Removes a connection: its callbacks answer 404 from now on, and its open checkouts are cancelled. Answers it as it was.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.connection }),
  response: PaymentConnection,
  errors: ["NotFound"],
})

export const listPaymentEvents = endpoint({
  id: "listPaymentEvents",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/payment-events",
  summary:
    "Payments that wait for a person: of other money than was asked for, or that nothing could be given for.",
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

export const settlePaymentEvent = endpoint({
  id: "settlePaymentEvent",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/payment-events/{payment_event_uuid}/settle",
  summary:
    "Notes that somebody has dealt with a payment that waited: gave the money back, or something for it. Moves no money.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.paymentEvent }),
  body: z.strictObject({ note: prose(limits.noteMax).optional() }),
  response: PaymentEvent,
  errors: ["NotFound", "Conflict"],
})
