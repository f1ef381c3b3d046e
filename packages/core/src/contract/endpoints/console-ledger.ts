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

export const mint = endpoint({
  name: "points.mint",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/points",
  summary: "Issues points into the organization's treasury.",
  description:
    "Up to the organization's allowance, which service staff set. Service staff themselves issue without a limit. Beyond it, the answer is 409 with `details`: `reason` `points_allowance_exceeded`, `allowance`, `issued`, `available`. That answer is stored under the idempotency key.",
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

export const burn = endpoint({
  name: "points.burn",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/points/burn",
  summary: "Burns points from the organization's treasury permanently.",
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

export const reverse = endpoint({
  name: "transactions.reverse",
  base: "console",
  method: "POST",
  path: "/transactions/{transaction_id}/reversal",
  summary: "Reverses a transaction, once. The points return, and its status becomes `reversed`.",
  description:
    "Only the organization whose treasury sent it may reverse it. A caller who may not see it gets 404. If the receiver has spent the points, `refuse` answers 409, and `partial` returns the available points.",
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

export const refund = endpoint({
  name: "transactions.refund",
  base: "console",
  method: "POST",
  path: "/transactions/{transaction_id}/refund",
  summary: "Refunds a transaction in part or in full. Its status does not change.",
  description:
    "Only the user or the organization that received it may refund it. A caller who may not see it gets 404. All refunds together cannot exceed its amount.",
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

export const getAllowance = endpoint({
  name: "points.getAllowance",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/points-allowance",
  summary: "Returns how many points the organization may issue and has issued.",
  description:
    "`issued` is net: burned points and reversed issues are subtracted. `available` may still be issued.",
  access: { ...manages("staff"), isRead: true },
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  response: PointsAllowance,
  errors: ["NotFound"],
})

export const setAllowance = endpoint({
  name: "points.setAllowance",
  base: "console",
  method: "PATCH",
  path: "/organizations/{organization_slug}/points-allowance",
  summary: "Sets how many points the organization may issue. For service staff.",
  description:
    "An allowance below the issued points takes nothing back. The organization cannot issue more until it burns points or the allowance is raised.",
  access: administers,
  bucket: "write",
  status: 200,
  params: z.object(parameters.organization),
  body: z.strictObject({ allowance: z.int().min(0).max(limits.amountMax) }),
  response: PointsAllowance,
  errors: ["NotFound", "BadRequest"],
})

export const rotateKey = endpoint({
  name: "wallets.rotateKey",
  base: "console",
  method: "POST",
  path: "/wallets/{wallet_address}/key-rotation",
  summary: "Rotates a wallet's signing key. The old key signs the entry of the rotation.",
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
