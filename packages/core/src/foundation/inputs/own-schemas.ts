import * as z from "zod"
import { line, text } from "../../contract/endpoint.ts"
import { IdentifierRef } from "../../contract/resources/identifier.ts"
import { withoutReservedNames } from "../../contract/resources/issued-reward.ts"
import { limits } from "../kernel/limits.ts"

/** A uuid, slug, address or id that names something. */
export const name = text(limits.nameMax, 1)

/** What a caller repeats to have a write done once. */
const idempotencyKey = text(limits.idempotencyKeyMax, 1)

/** Points that move: a whole number, in the deployment's unit. */
const anyPoints = z.int().min(0).max(limits.amountMax)
const points = anyPoints.min(1)

/** What may be written on a transaction, beside what it moves. */
const remarks = {
  description: text(limits.descriptionMax).optional(),
  referenceId: text(limits.nameMax).optional(),
  tags: z.array(text(limits.nameMax)).max(50).optional(),
}

/** One page of a list. */
const page = z.strictObject({
  page: z.int().min(1),
  pageSize: z.int().min(1).max(limits.pageSizeMax),
  sortBy: line(limits.nameMax, 1),
  sortOrder: z.enum(["asc", "desc"]),
})

/** What a person is made of; `personFaults` looks closer. */
const person = {
  username: text(limits.nameMax),
  firstName: text(limits.nameMax),
  lastName: text(limits.nameMax).optional(),
  email: text(limits.nameMax).optional(),
}

const password = text(limits.passwordTextMax)

/** Inputs of operations that no endpoint has, in the operations' own names. */
export const ownSchemas = {
  createUser: z.strictObject({
    ...person,
    isEmailVerified: z.boolean().optional(),
    accountType: z.enum(["user", "organization", "service"]).optional(),
    password: password.optional(),
  }),
  register: z.strictObject({ ...person, password }),
  setPassword: z.strictObject({ userUuid: name, password }),
  addStaff: z.strictObject({
    organization: name,
    userUuid: name,
    role: z.enum(["manager", "staff", "door"]),
  }),
  locateFile: z.strictObject({ storageKey: name, query: text(limits.outgoingUrlMax) }),
  listAllFiles: z.strictObject({
    after: name.optional(),
    limit: z.int().min(1).max(limits.pageSizeMax).optional(),
    holderUuid: name.optional(),
    state: z.enum(["pending", "stored", "removed"]).optional(),
    minBytes: z.int().min(0).optional(),
  }),
  verifyFiles: z.strictObject({ after: name.optional() }),
  sweepFiles: z.strictObject({ strayBefore: z.date().optional() }),
  hold: z.strictObject({
    wallet: name,
    to: IdentifierRef,
    amount: points,
    expiresAt: z.date(),
    ...remarks,
    idempotencyKey,
  }),
  /** Nothing of a hold is a settlement too. */
  settleHold: z.strictObject({ transaction: name, amount: anyPoints.optional(), idempotencyKey }),
  releaseHold: z.strictObject({
    transaction: name,
    endsAs: z.enum(["cancelled", "failed"]).optional(),
    reason: text(limits.noteMax).optional(),
    idempotencyKey,
  }),
  issueContent: z.strictObject({
    organization: name,
    to: IdentifierRef,
    amount: anyPoints.optional(),
    // Judged and sealed by the ledger's own rules.
    content: z.looseObject({}),
    additionalData: withoutReservedNames(z.record(z.string(), z.json())).optional(),
    ...remarks,
    idempotencyKey,
  }),
  /** Lists that the library alone has. */
  page: z.strictObject({ page }),
}
