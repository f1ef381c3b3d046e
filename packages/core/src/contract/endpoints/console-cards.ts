import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, line, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { CardType, RefusedCard } from "../resources/card.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { Transaction } from "../resources/wallet.ts"

export const manufacture = endpoint({
  name: "cards.manufacture",
  base: "console",
  method: "POST",
  path: "/cards",
  summary:
    "Creates cards, each with its own wallet, outside of any organization's inventory. For service staff.",
  description:
    "Identifiers are unique in the deployment. They are normalised as doors read them: upper case, without outer spaces, control characters and scanner prefixes. " +
    "Cards that cannot be created are listed under `refused`; the others are created. On a server with a test clock the bootstrap client may call this.",
  access: manages(undefined),
  bucket: "write",
  status: 200,
  body: z.strictObject({
    organization_slug: reference(80)
      .optional()
      .describe(
        "the organization that the cards are made for, which alone can take them; without it, the first that asks gets them",
      ),
    cards: z
      .array(
        z.strictObject({
          identifier: text(limits.cardIdentifierMax, 1),
          card_type: CardType,
          claim_code: line(limits.claimCodeMax, 1)
            .trim()
            .min(1)
            .optional()
            .describe("the code that the holder needs to claim the card; case is ignored"),
        }),
      )
      .min(1)
      .max(limits.cardsPerManufactureMax),
  }),
  response: z.object({
    made: z.array(z.object({ uuid: z.string(), identifier: z.string() })),
    refused: z.array(RefusedCard),
  }),
  errors: ["Conflict", "NotFound"],
})

export const issue = endpoint({
  name: "tickets.issue",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/tickets",
  summary: "Issues a ticket to a person or a card, out of the treasury.",
  description:
    "Of a reward template, or of a name, under which a template is made if there is none. The transaction is a `reward` of 0 points: its `reference_id` is the template's uuid, and a tag names the activity.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      reward_template_uuid: reference().optional(),
      name: line(limits.nameMax, 1).optional(),
      activity_uuid: reference().optional(),
      to: IdentifierRef,
      idempotency_key: text(limits.idempotencyKeyMax, 1),
    })
    .refine(
      ({ reward_template_uuid, name }) =>
        (reward_template_uuid === undefined) !== (name === undefined),
      {
        path: ["reward_template_uuid"],
        message: "send exactly one of reward_template_uuid and name",
      },
    ),
  response: Transaction,
  errors: [
    "MembershipRequired",
    "NotFound",
    "IdentifierUnresolved",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
    "RateLimited",
  ],
})
