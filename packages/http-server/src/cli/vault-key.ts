import { type Command, print } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon keys renew-vault` */
export const renewVault: Command = {
  name: "keys renew-vault",
  summary:
    "Gives vault.key a new key and wraps everything sealed by it; the old one stays in the file until you take its line out.",
  examples: ["symbolon keys renew-vault"],
  settings: toolSettings,
  run: (invocation) =>
    // Opened first: under a vault that does not belong to the database nothing is made.
    withCore(invocation, async (symbolon, { vault }) => {
      const kekId = await vault.rotate()
      const { rewrapped, failed } = await symbolon.rewrapKeys()
      print(invocation, { kek_id: kekId, rewrapped, failed }, [
        `${kekId}  wraps now; ${rewrapped} keys were wrapped anew`,
        ...failed.map(({ kind, id }) => `${id}  (${kind}) does not open, and was left as it is`),
        "Back vault.key up. Older lines may go once the daily round of a server has run, if nothing was left.",
      ])
      return failed.length === 0 ? 0 : 1
    }),
}
