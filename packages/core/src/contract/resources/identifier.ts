import * as z from "zod"
import { limits } from "../../kernel/limits.ts"

/** Points at a person or a wallet. */
export const IdentifierRef = z
  .strictObject({ type: z.enum(["card", "wallet", "username", "user_id", "link"]), value: z.string().min(1).max(limits.nameMax) })
  .meta({ id: "IdentifierRef" })
