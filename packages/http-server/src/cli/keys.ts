import type { ServiceKeyView } from "@symbolon/core"
import { type Command, type Invocation, oneOf, print, textOf } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

const purposes = ["tokens", "checkin_manifest", "ledger_status", "ledger_checkpoint"] as const
const rotated = ["tokens", "checkin_manifest"] as const

/** `symbolon keys list` */
export const listKeys: Command = {
  name: "keys list",
  summary:
    "Lists the keys that the service signs with: those that wait, sign, only verify, and those that are gone.",
  examples: ["symbolon keys list", "symbolon keys list --purpose tokens --json"],
  flags: { purpose: { kind: "text", hint: purposes.join("|"), help: "of one purpose (all)" } },
  settings: toolSettings,
  run: (invocation) => {
    const purpose = textOf(invocation, "purpose")
    const asked = purpose === undefined ? undefined : oneOf(purposes, purpose, "purpose")
    return withCore(invocation, async (symbolon) => {
      const keys = await symbolon.keys.list({ purpose: asked })
      print(invocation, keys.map(shown), keys.map(lineOf))
      return 0
    })
  },
}

const shown = (key: ServiceKeyView) => ({
  key_id: key.keyId,
  purpose: key.purpose,
  algorithm: key.algorithm,
  status: key.status,
  not_before: key.notBefore.toISOString(),
  changed_at: key.changedAt.toISOString(),
  created_at: key.createdAt.toISOString(),
})

const lineOf = (key: ServiceKeyView): string => {
  const since = `since ${key.changedAt.toISOString()}`
  const what = {
    next: `waits, and signs from ${key.notBefore.toISOString()}`,
    active: `signs, ${since}`,
    retiring: `only verifies, ${since}`,
    gone: `gone, ${since}`,
  }[key.status]
  return `${key.keyId}  ${what}`
}

/** `symbolon keys rotate` */
export const rotateKey: Command = {
  name: "keys rotate",
  summary:
    "Begins to replace a key: the next is published now and signs after a day. Keys of tokens do so every 90 days by themselves.",
  examples: [
    "symbolon keys rotate",
    "symbolon keys rotate --purpose checkin_manifest",
    "symbolon keys rotate --emergency",
  ],
  flags: {
    purpose: { kind: "text", hint: rotated.join("|"), help: "what the key signs (tokens)" },
    emergency: {
      kind: "switch",
      help: "at once: what the old key signed is refused from the next call on",
    },
  },
  settings: toolSettings,
  run: (invocation) => {
    const purpose = oneOf(rotated, textOf(invocation, "purpose") ?? "tokens", "purpose")
    const emergency = invocation.flags["emergency"] === true
    return withCore(invocation, async (symbolon) =>
      tell(
        invocation,
        await symbolon.keys.rotate({ purpose, emergency }),
        emergency ? afterRevoking[purpose] : afterRotating[purpose],
      ),
    )
  },
}

/** `symbolon keys revoke` */
export const revokeKey: Command = {
  name: "keys revoke",
  summary:
    "Takes a key out of use at once, everywhere; where it is the one that signs, a new one signs from the same moment.",
  examples: ["symbolon keys list --purpose tokens", "symbolon keys revoke tokens-x1y2z3a4b5c6"],
  positionals: ["KEY_ID"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const keyId = invocation.positionals[0] ?? ""
      const standing = await symbolon.keys.revoke({ keyId })
      return tell(
        invocation,
        standing,
        afterRevoking[keyId.startsWith("tokens-") ? "tokens" : "checkin_manifest"],
      )
    }),
}

const afterRotating = {
  tokens:
    "The old key goes on verifying for 30 days, so that no token ends before its time. The daily round of a server does the rest.",
  checkin_manifest:
    "Let the doors fetch the trust keys before the new key signs. The old key goes on verifying for 30 days. The daily round of a server does the rest.",
}

const afterRevoking = {
  tokens:
    "Tokens that the old key signed are refused from their next call on. Nobody has to sign in again: apps fetch new tokens with their refresh tokens or secrets. Doors with a token of their own must be given another.",
  checkin_manifest:
    "Doors must fetch the trust keys and their manifests anew: until they do, they go by the key that they hold.",
}

interface Standing {
  readonly signs: string
  readonly next: ServiceKeyView | undefined
}

const tell = (invocation: Invocation, { signs, next }: Standing, what: string): number => {
  print(invocation, { signs, next: next === undefined ? null : shown(next) }, [
    `${signs}  signs`,
    ...(next === undefined ? [] : [lineOf(next)]),
    what,
  ])
  return 0
}
