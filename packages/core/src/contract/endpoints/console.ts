import * as z from "zod"
import { manages } from "../access.ts"
import { dateTime, endpoint, line, reference, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { Organization } from "../resources/organization.ts"

// The bootstrap client's alone: an app that acts by itself, as strong as an owner.
const test = {
  base: "console",
  access: { ...manages("owner"), tokens: ["client"] },
  bucket: "none",
  testOnly: true,
} as const
const now = z.object({ now: dateTime })

/** As far as the test clock moves at once: further on there are dates that cannot be written. */
const centuryMs = 100 * 365 * 86_400_000

export const getClock = endpoint({
  ...test,
  name: "test.getClock",
  method: "GET",
  path: "/test/clock",
  summary: "Returns the time of the test clock.",
  status: 200,
  response: now,
  errors: [],
})

export const setClock = endpoint({
  ...test,
  name: "test.setClock",
  method: "POST",
  path: "/test/clock",
  summary: "Moves the test clock. Answers after the background work that is due by then has run.",
  status: 200,
  body: z
    .strictObject({
      now: dateTime.optional(),
      advance_ms: z.int().min(0).max(centuryMs).optional(),
      force: z.boolean().default(false),
    })
    .refine((body) => (body.now === undefined) !== (body.advance_ms === undefined), {
      path: ["now"],
      message: "send exactly one of now and advance_ms",
    }),
  response: now,
  errors: ["BadRequest"],
})

export const createUser = endpoint({
  ...test,
  name: "test.createUser",
  method: "POST",
  path: "/test/users",
  summary: "Creates a user with a password.",
  status: 201,
  body: z.strictObject({}),
  response: z.object({
    uuid: z.string(),
    username: z.string(),
    password: z.string(),
    wallet_address: z.string(),
  }),
  errors: [],
})

export const createToken = endpoint({
  ...test,
  name: "test.createToken",
  method: "POST",
  path: "/test/tokens",
  summary: "Issues a token for a user, as for a first-party app.",
  status: 200,
  body: z.strictObject({
    user_uuid: reference(limits.nameMax, 0),
    scope: text(1024).optional(),
    organization_uuid: reference(limits.nameMax, 0).optional(),
  }),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    scope: z.string(),
  }),
  errors: ["NotFound"],
})

export const createOrganization = endpoint({
  ...test,
  name: "test.createOrganization",
  method: "POST",
  path: "/test/organizations",
  summary: "Creates an organization with the given owner.",
  status: 201,
  body: z.strictObject({
    name: line(limits.organizationNameMax, 1).trim().min(1),
    owner_uuid: reference(limits.nameMax, 0),
  }),
  response: Organization,
  errors: ["NotFound"],
})
