import type { CredentialKeyView, ServiceKeyView } from "@symbolon/core"
import { type Command, type Invocation, oneOf, print, textOf, UsageFault } from "./command.ts"
import { confirm, yes } from "./confirm.ts"
import { toolSettings, withCore } from "./open.ts"

const purposes = ["tokens", "checkin_manifest", "ledger_status", "ledger_checkpoint"] as const
const rotated = ["tokens", "checkin_manifest"] as const

const ofOrganization = {
  kind: "text",
  hint: "ORGANIZATION",
  help: "the keys that sign the credentials of this organization, instead of the service's keys",
} as const

/** The organization whose keys are meant; its keys have one purpose, and are replaced at once. */
const organizationOf = (invocation: Invocation): string | undefined => {
  const organization = textOf(invocation, "org")
  const { purpose, emergency } = invocation.flags
  if (organization !== undefined && (purpose ?? emergency) !== undefined)
    throw new UsageFault("--org does not go with --purpose or --emergency.")
  return organization
}

const listCredentialKeys = (invocation: Invocation, organization: string) =>
  withCore(invocation, async (symbolon) => {
    const keys = await symbolon.credentials.listKeys({ organization })
    print(
      invocation,
      keys.map(credentialRowOf),
      keys.length === 0
        ? ["There are no keys yet. One is made with the first credential."]
        : keys.map(credentialLineOf),
    )
    return 0
  })

const rotateCredentialKey = (invocation: Invocation, organization: string) =>
  withCore(invocation, async (symbolon) => {
    const { key, retired } = await symbolon.credentials.rotateKey({ organization })
    print(
      invocation,
      {
        key: credentialRowOf(key),
        retired: retired === undefined ? null : credentialRowOf(retired),
      },
      [
        ...(retired === undefined ? [] : [credentialLineOf(retired)]),
        credentialLineOf(key),
        "Credentials that the old key signed stay valid.",
      ],
    )
    return 0
  })

const credentialRowOf = (key: CredentialKeyView) => ({
  key_id: key.keyId,
  public_key: key.publicKey,
  created_at: key.createdAt.toISOString(),
  retired_at: key.retiredAt?.toISOString() ?? null,
})

const credentialLineOf = ({ keyId, createdAt, retiredAt }: CredentialKeyView): string =>
  retiredAt === undefined
    ? `${keyId}  signing since ${createdAt.toISOString()}`
    : `${keyId}  verifying only, since ${retiredAt.toISOString()}`

/** `symbolon keys list` */
export const listKeys: Command = {
  name: "keys list",
  summary:
    "Lists the service's signing keys and their states: waiting, signing, verifying only, removed; or those of an organization's credentials.",
  examples: [
    "symbolon keys list",
    "symbolon keys list --purpose tokens --json",
    "symbolon keys list --org harbour-club",
  ],
  flags: {
    org: ofOrganization,
    purpose: {
      kind: "text",
      hint: purposes.join("|"),
      help: "only keys of this purpose (default: all)",
    },
  },
  settings: toolSettings,
  run: (invocation) => {
    const organization = organizationOf(invocation)
    if (organization !== undefined) return listCredentialKeys(invocation, organization)
    const purpose = textOf(invocation, "purpose")
    const validPurpose = purpose === undefined ? undefined : oneOf(purposes, purpose, "purpose")
    return withCore(invocation, async (symbolon) => {
      const keys = await symbolon.keys.list({ purpose: validPurpose })
      print(invocation, keys.map(rowOf), keys.map(lineOf))
      return 0
    })
  },
}

const rowOf = (key: ServiceKeyView) => ({
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
    next: `waiting, signs from ${key.notBefore.toISOString()}`,
    active: `signing ${since}`,
    retiring: `verifying only, ${since}`,
    gone: `removed, ${since}`,
  }[key.status]
  return `${key.keyId}  ${what}`
}

/** `symbolon keys rotate` */
export const rotateKey: Command = {
  name: "keys rotate",
  summary:
    "Starts to replace a key: the next key is published now and signs after a day. Token keys rotate automatically every 90 days. The key of an organization's credentials is replaced at once.",
  examples: [
    "symbolon keys rotate",
    "symbolon keys rotate --purpose checkin_manifest",
    "symbolon keys rotate --emergency",
    "symbolon keys rotate --org harbour-club",
  ],
  flags: {
    org: ofOrganization,
    purpose: {
      kind: "text",
      hint: rotated.join("|"),
      help: "the purpose of the key (default: tokens)",
    },
    emergency: {
      kind: "switch",
      help: "replaces the key at once; everything signed with the old key is refused from the next call on",
    },
  },
  settings: toolSettings,
  run: (invocation) => {
    const organization = organizationOf(invocation)
    if (organization !== undefined) return rotateCredentialKey(invocation, organization)
    const purpose = oneOf(rotated, textOf(invocation, "purpose") ?? "tokens", "purpose")
    const emergency = invocation.flags["emergency"] === true
    return withCore(invocation, async (symbolon) =>
      report(
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
    "Revokes a key at once in every process. If it was the signing key, a new key replaces it immediately.",
  examples: ["symbolon keys list --purpose tokens", "symbolon keys revoke tokens-x1y2z3a4b5c6"],
  positionals: ["KEY_ID"],
  flags: { yes },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const keyId = invocation.positionals[0] ?? ""
      await confirm(invocation, `Revoke the key ${keyId}?`)
      const standing = await symbolon.keys.revoke({ keyId })
      return report(
        invocation,
        standing,
        afterRevoking[keyId.startsWith("tokens-") ? "tokens" : "checkin_manifest"],
      )
    }),
}

const afterRotating = {
  tokens:
    "The old key keeps verifying for 30 days, so no token ends early. The server's daily job completes the rotation.",
  checkin_manifest:
    "Make sure that all doors fetch the trust keys before the new key signs. The old key keeps verifying for 30 days. The server's daily job completes the rotation.",
}

const afterRevoking = {
  tokens:
    "Tokens signed with the old key are refused from their next call on. Users stay signed in: apps get new tokens with their refresh tokens or secrets. Create new tokens for doors.",
  checkin_manifest:
    "Doors must fetch the trust keys and their manifests again. Until then, they trust the old key.",
}

interface Standing {
  readonly signs: string
  readonly next: ServiceKeyView | undefined
}

const report = (invocation: Invocation, { signs, next }: Standing, what: string): number => {
  print(invocation, { signs, next: next === undefined ? null : rowOf(next) }, [
    `${signs}  signs`,
    ...(next === undefined ? [] : [lineOf(next)]),
    what,
  ])
  return 0
}
