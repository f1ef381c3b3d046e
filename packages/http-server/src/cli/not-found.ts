import type { Refusal } from "@symbolon/core"
import { type Command, CommandFailed } from "./command.ts"
import type { Arguments } from "./read-arguments.ts"

/** How a command line names a thing, and which command lists all of them. */
const listed: Readonly<
  Record<string, { readonly positional: string; readonly flag?: string; readonly list: string }>
> = {
  organization: { positional: "ORGANIZATION", flag: "org", list: "orgs list" },
  user: { positional: "USER", flag: "owner", list: "users list" },
  "staff member": { positional: "USER", list: "orgs staff list" },
  app: { positional: "CLIENT_ID", list: "clients list" },
  webhook: { positional: "WEBHOOK_UUID", list: "webhooks list" },
  delivery: { positional: "DELIVERY_UUID", list: "webhooks deliveries" },
  key: { positional: "KEY_ID", list: "keys list" },
}

/**
 * The error for a thing that was named on the command line and is not there: the operator sees
 * everything, so it does not exist.
 */
export const notFound = (
  refusal: Refusal,
  { positionals = [] }: Pick<Command, "positionals">,
  given: Pick<Arguments, "positionals" | "flags">,
): CommandFailed | undefined => {
  if (refusal._tag !== "NotFound") return undefined
  const how = listed[refusal.what]
  if (how === undefined) return undefined
  const flag = how.flag === undefined ? undefined : given.flags[how.flag]
  const name = given.positionals[positionals.indexOf(how.positional)] ?? flag
  return typeof name === "string"
    ? new CommandFailed(
        `There is no ${refusal.what} ${JSON.stringify(name)}. See symbolon ${how.list}.`,
      )
    : undefined
}
