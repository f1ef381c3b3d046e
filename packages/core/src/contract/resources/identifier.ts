import * as z from "zod"
import { text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"

/** Points at a person or a wallet. */
export const IdentifierRef = z
  .strictObject({
    type: z.enum(["card", "wallet", "username", "user_id", "link"]),
    value: text(limits.nameMax, 1),
  })
  .meta({ id: "IdentifierRef" })
