import * as z from "zod"
import { limits } from "../../kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, line, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { CardType, ConsoleCard } from "../resources/card.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { Transaction } from "../resources/wallet.ts"

export const createCard = endpoint({
  id: "createCard",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/cards",
  summary: "Makes a card of the organization, with a wallet of its own.",
  description: "The identifier is unique in the deployment: upper case, without outer spaces and scanner prefixes, as doors read it.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject({
    identifier: line(limits.cardIdentifierMax, 1),
    card_type: CardType,
    holder_user_uuid: reference().optional(),
  }),
  response: ConsoleCard,
  errors: ["NotFound", "IdentifierUnresolved", "Conflict", "Invalid"],
})

export const changeCard = endpoint({
  id: "changeCard",
  base: "console",
  method: "PATCH",
  path: "/cards/{card_uuid}",
  summary: "Freezes a card, or gives it to somebody else. A card of another organization reads as absent.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.card),
  body: z.strictObject({
    is_frozen: z.boolean().optional().describe("a frozen card opens no door and sends nothing; what is sent to it arrives"),
    holder_user_uuid: reference().nullable().optional().describe("null takes it from its holder"),
  }),
  response: ConsoleCard,
  errors: ["NotFound", "IdentifierUnresolved"],
})

export const issueTicket = endpoint({
  id: "issueTicket",
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
    .refine(({ reward_template_uuid, name }) => (reward_template_uuid === undefined) !== (name === undefined), {
      path: ["reward_template_uuid"],
      message: "send exactly one of reward_template_uuid and name",
    }),
  response: Transaction,
  errors: ["NotFound", "IdentifierUnresolved", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict", "RateLimited"],
})
