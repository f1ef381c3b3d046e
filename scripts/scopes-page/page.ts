import { join } from "node:path"
import * as contract from "../../packages/core/src/contract/index.ts"
import { uploadAccess } from "../../packages/core/src/contract/access.ts"

/** The page that {@link scopesPage} is kept in. */
export const pageFile = join(import.meta.dirname, "../../docs/scopes.md")

/** A call, and the scope that its token needs. */
interface Call {
  readonly scope: string
  readonly text: string
}

/** Every call that names one scope, by the contract. */
export const calls = (): readonly Call[] =>
  Object.values(contract).flatMap((group) =>
    typeof group !== "object" || group === null
      ? []
      : Object.values(group).flatMap((one: unknown) => callOf(one)),
  )

const callOf = (one: unknown): readonly Call[] => {
  if (!isEndpoint(one) || one.access?.scope === undefined) return []
  const { scope, tokens } = one.access
  const kinds = audiencesOf(scope)
  const taken = kinds.filter((kind) => tokens.includes(kind))
  const alone =
    taken.length === kinds.length ? "" : ` (${taken.map((kind) => audiences[kind]).join(", ")})`
  return [{ scope, text: `\`${one.method} ${contract.bases[one.base]}${one.path}\`${alone}` }]
}

const audiencesOf = (scope: string): readonly contract.ScopeAudience[] =>
  Object.entries(contract.scopes).find(([name]) => name === scope)?.[1].audience ?? []

const isEndpoint = (one: unknown): one is contract.Endpoint<unknown, unknown, string> =>
  typeof one === "object" && one !== null && "bucket" in one

/** What scopes open that is no call of theirs alone. */
const besides: Readonly<Record<string, string>> = {
  openid: "an ID token",
  profile: "the names in the ID token and at `GET /oauth2/userinfo`",
  email: "the e-mail address at `GET /oauth2/userinfo` and `GET /api/v1/users/me`",
  phone: "the phone number at `GET /oauth2/userinfo` and `GET /api/v1/users/me`",
  offline_access: "a refresh token",
  ...Object.fromEntries(
    Object.entries(uploadAccess).map(([owner, { scope }]) => [
      String(scope),
      `the calls under \`/api/v1/files/uploads\`, for files whose \`owner_type\` is \`${owner}\``,
    ]),
  ),
}

const audiences = { user: "users", organization: "organizations", client: "apps" } as const

/** The page on scopes: each with what a person reads at consent, who can be granted it, and its calls. */
export const scopesPage = (): string => {
  const byScope = Map.groupBy(calls(), ({ scope }) => scope)
  const rows = Object.entries(contract.scopes).map(([name, { group, ...scope }]) => ({
    group,
    row: `| \`${name}\` | ${scope.description}${scope.sensitive ? " (highlighted)" : ""} | ${scope.audience.map((kind) => audiences[kind]).join(", ")} | ${opensOf(name, byScope.get(name) ?? [])} |`,
  }))
  return [
    head,
    ...contract.scopeGroups.map(
      (group) =>
        `## ${group.charAt(0).toUpperCase()}${group.slice(1)}\n\n| scope | what a person reads at consent | granted to | opens |\n|---|---|---|---|\n${rows
          .filter((one) => one.group === group)
          .map(({ row }) => row)
          .join("\n")}\n`,
    ),
  ].join("\n")
}

const opensOf = (name: string, of: readonly Call[]): string =>
  [
    ...(besides[name] === undefined ? [] : [besides[name]]),
    ...of.map(({ text }) => text).toSorted(byPath),
  ].join("<br>") || "no call yet"

/** By path, then by method: the groups of the contract come in another order in each runtime. */
const byPath = (a: string, b: string): number => {
  const [one, another] = [a, b].map((text) =>
    text
      .replace(/ \(.*\)$/, "")
      .split(" ")
      .toReversed()
      .join(" "),
  )
  return (one ?? "") < (another ?? "") ? -1 : 1
}

const head = `# Scopes

<!-- Written by \`npm run generate\` from the contract. Change packages/core/src/contract/scopes.ts or the endpoint instead. -->

A token carries scopes. A call without the scope that it needs is 403 \`forbidden\` with
\`details.scope\`. A scope opens a call, and the role decides as well: a call for an organization also
needs the role in its team that the call names.

- *users*: a user's token, after the user agreed. *organizations*: a token that is [bound to an
  organization](sign-in.md#acting-for-an-organization). *apps*: an app without a user
  (\`client_credentials\`).
- An app is granted no more scopes than it was registered with.
- The page of consent highlights scopes that reveal who the user is, or spend or open what belongs to
  the user.
- Where a scope is granted to more kinds of token than a call takes, the kinds that the call takes stand
  behind it in brackets. An app's own token is bound to the app's organization, but it is not an
  *organizations* token: there is no user behind it.
- Calls under \`/console/v1\` that are not listed here need no scope. They take first-party apps alone.
`
