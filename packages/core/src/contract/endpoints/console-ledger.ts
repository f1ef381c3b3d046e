import * as z from "zod"
import { manages } from "../access.ts"
import { endpoint, text } from "../endpoint.ts"
import { limits } from "../../kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Transaction } from "../resources/wallet.ts"

const idempotencyKey = text(limits.idempotencyKeyMax, 1)
const points = z.strictObject({
  amount: z.int().min(1).max(limits.amountMax),
  description: text(limits.descriptionMax).default(""),
  idempotency_key: idempotencyKey,
})

export const mintPoints = endpoint({
  id: "mintPoints",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/points",
  summary: "Issues points into the organization's treasury.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: points,
  response: Transaction,
  errors: ["NotFound", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict", "RateLimited"],
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
  errors: ["NotFound", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict", "RateLimited"],
})

export const reverseTransaction = endpoint({
  id: "reverseTransaction",
  base: "console",
  method: "POST",
  path: "/transactions/{transaction_id}/reversal",
  summary: "Takes a transaction back, once: the points return, and its status is `reversed`.",
  description:
    "By the organization that issued it. When the receiver has spent them, `refuse` answers 409, and `partial` takes back what is there.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.transaction),
  body: z.strictObject({
    reason: text(limits.noteMax).default(""),
    on_insufficient: z.enum(["refuse", "partial"]).default("refuse"),
    idempotency_key: idempotencyKey,
  }),
  response: Transaction,
  errors: ["NotFound", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict"],
})

export const refundTransaction = endpoint({
  id: "refundTransaction",
  base: "console",
  method: "POST",
  path: "/transactions/{transaction_id}/refund",
  summary: "Gives part of a transaction back, or all of it; its status stays.",
  description: "By whoever received it, or the organization that issued it. All refunds together are at most what it moved.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.transaction),
  body: z.strictObject({
    amount: z.int().min(1).max(limits.amountMax),
    reason: text(limits.noteMax).default(""),
    idempotency_key: idempotencyKey,
  }),
  response: Transaction,
  errors: ["NotFound", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict", "RateLimited"],
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
  errors: ["NotFound", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict", "RateLimited"],
})
