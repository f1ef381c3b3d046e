import * as z from "zod"

/** What is said where nothing is left to show. */
export const Message = z.object({ message: z.string() }).meta({ id: "Message" })
