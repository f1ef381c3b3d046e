import { type Command, print } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon keys renew-vault` */
export const renewVault: Command = {
  name: "keys renew-vault",
  summary:
    "Adds a new key to vault.key and wraps all data keys with it. The old key stays in the file until you remove its line.",
  examples: ["symbolon keys renew-vault"],
  settings: toolSettings,
  run: (invocation) =>
    // Opened first: under a vault that does not belong to the database nothing is made.
    withCore(invocation, async (symbolon, { vault }) => {
      const kekId = await vault.rotate()
      const { rewrapped, failed } = await symbolon.rewrapKeys()
      print(invocation, { kek_id: kekId, rewrapped, failed }, [
        `${kekId}  is the new vault key; ${rewrapped} keys were rewrapped`,
        ...failed.map(
          ({ kind, id }) => `${id}  (${kind}) could not be decrypted and was left unchanged`,
        ),
        "Back up vault.key. After the server's next daily job, you may remove older lines if no key was left unchanged.",
      ])
      return failed.length === 0 ? 0 : 1
    }),
}
