import type { Symbolon } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"

/** The uuid of a user who is named by username, uuid or verified e-mail address. */
export const uuidOfUser = async (symbolon: Symbolon, user: string): Promise<string> => {
  const found = user.includes("@")
    ? await portsOf(symbolon).storage.transact("read", (tx) => tx.users.findByEmail(user))
    : undefined
  return (found ?? (await symbolon.users.find({ user }))).uuid
}
