import { join } from "node:path"
import * as contract from "../../packages/core/src/contract/index.ts"
import * as operations from "../../packages/core/src/operations/index.ts"
import { readMethods, routeOf } from "../../packages/client-sdk/generate/read-contract.ts"
import { typeBook } from "../../packages/client-sdk/generate/type-book.ts"

/** The page that {@link methodsPage} is kept in. */
export const pageFile = join(import.meta.dirname, "../../docs/methods.md")

/** A route with its methods, as a row of the page has them. */
export interface Row {
  /** `METHOD /path`, with `/oauth2` or `/console` before what is not of the published API. */
  readonly route: string
  readonly noun: string
  readonly isConsole: boolean
  readonly path: string
  /** The methods of the client; more than one where an answer can also be had as text. */
  readonly client: readonly string[]
  /** The method of the library; undefined for what only a client calls. */
  readonly library: string | undefined
}

/** Every route that has a method of the client, with the library's. */
export const rows = (): readonly Row[] => {
  const byRoute = Map.groupBy(readMethods(typeBook()), ({ endpoint }) => routeOf(endpoint))
  return [...byRoute].flatMap(([route, methods]) => {
    const [first] = methods
    if (first === undefined) return []
    const { noun, isConsole, endpoint } = first
    return {
      route,
      noun,
      isConsole,
      path: `${endpoint.method} ${contract.bases[endpoint.base]}${endpoint.path}`,
      client: methods.map(({ name, params, signatures }) => {
        const [signature] = signatures
        const input =
          signature?.input === undefined ? [] : [signature.isInputOptional ? "input?" : "input"]
        const taken = [...params.map(camel), ...input].join(", ")
        return `client.${isConsole ? "console." : ""}${noun}.${name}(${taken})`
      }),
      library: isOperation(endpoint.name) ? `symbolon.${endpoint.name}` : undefined,
    }
  })
}

const camel = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const isOperation = (name: string): boolean => {
  const [noun = "", verb = ""] = name.split(".")
  const group = Object.entries(operations).find(([each]) => each === noun)?.[1]
  return group !== undefined && Object.hasOwn(group, verb)
}

/** The page of methods: each route with the method of the client and of the library. */
export const methodsPage = (): string => {
  const all = rows()
  const part = (isConsole: boolean) =>
    [
      ...Map.groupBy(
        all.filter((row) => row.isConsole === isConsole),
        ({ noun }) => noun,
      ),
    ].map(
      ([noun, own]) =>
        `### \`client.${isConsole ? "console." : ""}${noun}\`\n\n| route | client | library |\n|---|---|---|\n${own
          .toSorted((a, b) => (byPath(a) < byPath(b) ? -1 : 1))
          .map(
            ({ path, client, library }) =>
              `| \`${path}\` | ${client.map((each) => `\`${each}\``).join("<br>")} | ${library === undefined ? "" : `\`${library}\``} |`,
          )
          .join("\n")}\n`,
    )
  return [
    head,
    "## The published API\n",
    ...part(false),
    "## The console, for first-party apps\n",
    ...part(true),
  ].join("\n")
}

const byPath = ({ path }: Row): string => path.split(" ").toReversed().join(" ")

const head = `# Methods

<!-- Written by \`npm run generate\` from the contract. Change the endpoint instead. -->

Each call has one name, in \`@symbolon/client-sdk\` and in \`@symbolon/core\`.

- *client*: the method of a \`Client\`. The path parameters come first, then the input, then the options
  \`{ signal, timeoutMs }\`. The input has the members of the query or of the body, spelled as over HTTP:
  \`idempotency_key\`. \`client.files.upload\` is beside the routes: it begins, sends and completes an
  [upload](files.md).
- *library*: the method of \`createSymbolon()\`, and of \`symbolon.as(caller)\`. It takes one object, spelled
  as in TypeScript: \`idempotencyKey\`. What the path names is a member of it: \`organization\`, \`session\`,
  \`reward\`. The library has more methods than are here, for the operator and for sign-in pages.
`
