import { join } from "node:path"
import { envelopes } from "../../packages/core/src/foundation/errors/envelope.ts"
import { wire } from "../../packages/http-server/src/wire-refusal.ts"
import { type ConflictReason, conflictReasons } from "./conflict-reasons.ts"

/** The page that {@link errorsPage} is kept in. */
export const pageFile = join(import.meta.dirname, "../../docs/errors.md")

/**
 * The page on errors: every code with its status, the refusals behind it, when it comes and what to
 * do then.
 */
export const errorsPage = (): string => {
  const rows: readonly Described[] = [
    ...Object.entries(envelopes).map(([tag, { status, code, when, then }]) => ({
      tag,
      status,
      code,
      when,
      then,
    })),
    ...Object.entries(wire).map(([code, { status, message, then }]) => ({
      tag: undefined,
      status,
      code,
      when: message,
      then,
    })),
  ]
  const byCode = [...Map.groupBy(rows, ({ code }) => code)].toSorted(([a, [one]], [b, [other]]) => {
    return (one?.status ?? 0) - (other?.status ?? 0) || (a < b ? -1 : 1)
  })
  return [
    head,
    overview(byCode),
    ...byCode.map(([code, group]) => section(code, group)),
    oauth,
  ].join("\n")
}

interface Described {
  /** The name in the library; undefined for what only a server refuses. */
  readonly tag: string | undefined
  readonly status: number
  readonly code: string
  readonly when: string
  readonly then: string
}

type ByCode = readonly (readonly [string, readonly Described[]])[]

const head = `# Errors

<!-- Written by \`npm run generate\` from the table of refusals. Change packages/core/src/foundation/errors/envelope.ts instead. -->

Over HTTP an error is a status and a body of this shape:

\`\`\`json
{
  "errors": { "name": "is required" },
  "message": "Some fields are invalid; see errors.",
  "code": "validation_error",
  "details": null
}
\`\`\`

Branch on \`code\`. \`message\` is for people and may change. \`errors\` names fields; what belongs to no field is under \`_root\`. \`details\` holds
figures and names to work with.

In the library a call rejects with a refusal: an \`Error\` with a \`_tag\`, the same \`code\`, and a \`message\` that says what happened and what
to do. \`isSymbolonError\` tells a refusal from other errors:

\`\`\`ts
import { isSymbolonError } from "@symbolon/core"

try {
  await symbolon.memberships.add({ organization, member, tierSlug })
} catch (error) {
  if (!isSymbolonError(error)) throw error
  if (error._tag === "Conflict" && error.reason === "already_member") return
  console.error(error.code, error.message)
}
\`\`\`
`

const overview = (byCode: ByCode): string => `| status | code | in the library |
|---|---|---|
${byCode.map(([code, group]) => `| ${group[0]?.status} | [\`${code}\`](#${code}) | ${namesOf(group)} |`).join("\n")}
`

const namesOf = (group: readonly Described[]): string =>
  group.map(({ tag }) => (tag === undefined ? "of the server alone" : `\`${tag}\``)).join(", ")

const section = (code: string, group: readonly Described[]): string =>
  [
    `## ${code}\n`,
    ...group.map(
      ({ tag, when, then }) =>
        `${tag === undefined || group.length === 1 ? "" : `**${tag}**. `}${when} ${then}\n`,
    ),
    ...(code === "conflict" ? [conflicts()] : []),
  ].join("\n")

/** A refusal of its own, which has a reason on the wire as conflicts do. */
const insufficientBalance: ConflictReason = {
  reason: "insufficient_balance",
  messages: [envelopes.InsufficientBalance.when],
}

const conflicts = (): string => `The words in \`details.reason\`:

| reason | what the message says |
|---|---|
${[...conflictReasons(), insufficientBalance]
  .toSorted((a, b) => (a.reason < b.reason ? -1 : 1))
  .map(({ reason, messages }) => `| \`${reason}\` | ${messages.join(" Or: ")} |`)
  .join("\n")}
`

const oauth = `## Errors of the authorization server

The paths under \`/oauth2\` answer \`{"error": ..., "error_description": ...}\` with the errors of RFC 6749 section 5.2, RFC 8693, RFC 8707 and
OpenID Connect Core section 3.1.2.6. In the library these are \`OauthRefused\` (\`error\`, \`description\`). \`InteractionRefused\` is a form of the
sign-in that another browser or page sent.
`
