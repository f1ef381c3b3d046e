import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import {
  type Command,
  CommandFailed,
  firstLine,
  type Invocation,
  listOf,
  print,
  textOf,
  UsageFault,
} from "./command.ts"
import { bootstrapFileOf, readNote } from "./data-dir.ts"
import { configOf } from "./open.ts"
import { exchangeFor, signInAt } from "./token-request.ts"

/** `symbolon token` */
export const token: Command = {
  name: "token",
  summary: "Signs a user in to a running server and prints an access token, for trying the API.",
  examples: [
    "symbolon token demo-ada",
    "symbolon token demo-admin --org harbour-club",
    "symbolon token ada --client 0199ffb0-... --scope wallet:read --password-file password.txt",
  ],
  positionals: ["USERNAME"],
  flags: {
    org: {
      kind: "text",
      hint: "ORG",
      help: "slug or uuid; exchange the token for one that acts for this organization",
    },
    scope: { kind: "list", hint: "SCOPE", help: "repeatable (default: all scopes of the app)" },
    client: {
      kind: "text",
      hint: "CLIENT_ID",
      help: "a public app with the grant authorization_code (default: the demo's)",
    },
    "redirect-uri": {
      kind: "text",
      hint: "URI",
      help: "one of the app; nothing is sent there (http://127.0.0.1/callback)",
    },
    "password-file": {
      kind: "text",
      hint: "FILE",
      help: "a file whose first line is the password (default: the demo's password, else standard input)",
    },
  },
  settings: ["dataDir", "baseUrl"],
  run: async (invocation) => {
    const { dataDir, baseUrl } = await configOf(invocation)
    const demo = await readDemo(dataDir)
    const server = baseUrl ?? (await readNote(dataDir)).base_url
    if (server === undefined)
      throw new CommandFailed(
        `No server has run on ${dataDir} yet. Start one with symbolon serve, or name a server with --base-url.`,
      )
    const clientId = textOf(invocation, "client") ?? demo.app?.client_id
    if (clientId === undefined)
      throw new UsageFault(
        "symbolon token needs --client: a public app with the grant authorization_code and the redirect URI http://127.0.0.1/callback. Register one with symbolon clients create.",
      )
    const [username = ""] = invocation.positionals
    const app = {
      server,
      clientId,
      redirectUri: textOf(invocation, "redirect-uri") ?? "http://127.0.0.1/callback",
    }
    const own = await signInAt(app, {
      username,
      password: await passwordOf(invocation, demo),
      scopes: listOf(invocation, "scope"),
    })
    const organization = textOf(invocation, "org")
    const answer = organization === undefined ? own : await exchangeFor(app, own, organization)
    print(invocation, answer, [answer.access_token])
    return 0
  },
}

/** What a demo start wrote down, as far as this command needs it. */
interface Demo {
  readonly app?: { readonly client_id: string }
  readonly admin?: Account
  readonly users?: readonly Account[]
}

interface Account {
  readonly username: string
  readonly password: string
}

const readDemo = async (dataDir: string): Promise<Demo> => {
  const text = await readFile(bootstrapFileOf(dataDir), "utf8").catch(() => "{}")
  return JSON.parse(text) as Demo
}

/** The password of the file that was named, of the demo, or of standard input. */
const passwordOf = async (invocation: Invocation, { admin, users = [] }: Demo): Promise<string> => {
  const { io, positionals } = invocation
  const named = textOf(invocation, "password-file")
  if (named !== undefined) {
    const text = await readFile(resolve(io.cwd, named), "utf8").catch((reason: unknown) => {
      throw new UsageFault(
        `--password-file ${named} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
      )
    })
    return text.split(/\r?\n/)[0] ?? ""
  }
  const accounts = admin === undefined ? users : [admin, ...users]
  return (
    accounts.find(({ username }) => username === positionals[0])?.password ?? (await firstLine(io))
  )
}
