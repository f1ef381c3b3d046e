import * as z from "zod"
import { administers, manages } from "../access.ts"
import { endpoint, prose, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { PointsAllowance, Transaction } from "../resources/wallet.ts"

const idempotencyKey = text(limits.idempotencyKeyMax, 1)
const points = z.strictObject({
  amount: z.int().min(1).max(limits.amountMax),
  description: prose(limits.descriptionMax).default(""),
  idempotency_key: idempotencyKey,
})

export const mintPoints = endpoint({
  id: "mintPoints",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/points",
  summary: "Issues points into the organization's treasury.",
  description:
    "Up to the organization's allowance, which service staff set; they issue without one. Beyond it 409 with `details`: `reason` `points_allowance_exceeded`, `allowance`, `issued`, `available`. That answer is kept under the idempotency key.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: points,
  response: Transaction,
  errors: [
    "NotFound",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
    "RateLimited",
  ],
})

export const burnPoints = endpoint({
  id: "burnPoints",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/points/burn",
  summary: "Takes points out of the organization's treasury for good.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: points,
  response: Transaction,
  errors: [
    "NotFound",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
    "RateLimited",
  ],
})

export const reverseTransaction = endpoint({
  id: "reverseTransaction",
  base: "console",
  method: "POST",
  path: "/transactions/{transaction_id}/reversal",
  summary: "Takes a transaction back, once: the points return, and its status is `reversed`.",
  description:
    "By the organization whose treasury sent it; 404 to a caller who may not see it. When the receiver has spent the points, `refuse` answers 409, and `partial` takes back what is there.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.transaction),
  body: z.strictObject({
    reason: prose(limits.noteMax).default(""),
    on_insufficient: z.enum(["refuse", "partial"]).default("refuse"),
    idempotency_key: idempotencyKey,
  }),
  response: Transaction,
  errors: [
    "NotFound",
    "ForbiddenNotAuthorized",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
  ],
})

export const refundTransaction = endpoint({
  id: "refundTransaction",
  base: "console",
  method: "POST",
  path: "/transactions/{transaction_id}/refund",
  summary: "Gives part of a transaction back, or all of it; its status stays.",
  description:
    "By the user who received it, or the organization whose treasury did; 404 to a caller who may not see it. All refunds together are at most what it moved.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.transaction),
  body: z.strictObject({
    amount: z.int().min(1).max(limits.amountMax),
    reason: prose(limits.noteMax).default(""),
    idempotency_key: idempotencyKey,
  }),
  response: Transaction,
  errors: [
    "NotFound",
    "ForbiddenNotAuthorized",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
    "RateLimited",
  ],
})

export const getPointsAllowance = endpoint({
  id: "getPointsAllowance",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/points-allowance",
  summary: "How many points the organization may issue, and how many it has issued.",
  description:
    "`issued` is net: what was burnt, or taken back into the issuance, is not among it. `available` may still be issued.",
  access: { ...manages("staff"), isRead: true },
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  response: PointsAllowance,
  errors: ["NotFound"],
})

export const setPointsAllowance = endpoint({
  id: "setPointsAllowance",
  base: "console",
  method: "PATCH",
  path: "/organizations/{organization_slug}/points-allowance",
  summary: "Sets how many points the organization may issue. By service staff alone.",
  description:
    "Less than what is issued takes nothing back: nothing more is issued until enough was burnt, or the allowance is raised.",
  access: administers,
  bucket: "write",
  status: 200,
  params: z.object(parameters.organization),
  body: z.strictObject({ allowance: z.int().min(0).max(limits.amountMax) }),
  response: PointsAllowance,
  errors: ["NotFound", "BadRequest"],
})

export const rotateWalletKey = endpoint({
  id: "rotateWalletKey",
  base: "console",
  method: "POST",
  path: "/wallets/{wallet_address}/key-rotation",
  summary: "Gives a wallet a new signing key; the entry that says so is signed by the old one.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.wallet),
  body: z.strictObject({ idempotency_key: idempotencyKey }),
  response: Transaction,
  errors: [
    "NotFound",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
    "RateLimited",
  ],
})
