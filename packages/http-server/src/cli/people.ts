import { type Command, print, requiredText, textOf } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon users create` */
export const createUser: Command = {
  name: "users create",
  summary: "Makes a user with a wallet and a password; a password that was not given is made up and shown once.",
  examples: [
    "symbolon users create ada --first-name Ada --last-name Lovelace",
    "symbolon users create root --first-name Root --service-staff --json",
    "symbolon users create ben --first-name Ben --password-stdin < password.txt",
  ],
  positionals: ["USERNAME"],
  flags: {
    "first-name": { kind: "text", hint: "NAME", help: "required" },
    "last-name": { kind: "text", hint: "NAME", help: "" },
    email: { kind: "text", hint: "ADDRESS", help: "" },
    "password-stdin": { kind: "switch", help: "reads the password from standard input; secrets have no flags" },
    "service-staff": { kind: "switch", help: "one of the platform's own, who may do everything" },
  },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const [username = ""] = invocation.positionals
      const given = invocation.flags["password-stdin"] === true ? await firstLine(invocation.io.readIn()) : undefined
      const password = given ?? symbolon.ports.ids.secret("")
      const { user, walletAddress } = await symbolon.accounts.createUser({
        username,
        firstName: requiredText(invocation, "first-name"),
        lastName: textOf(invocation, "last-name"),
        email: textOf(invocation, "email"),
        accountType: invocation.flags["service-staff"] === true ? "service" : "user",
        password,
      })
      const made = { uuid: user.uuid, username: user.username, wallet_address: walletAddress, ...(given === undefined ? { password } : {}) }
      print(
        invocation,
        made,
        Object.entries(made).map(([name, value]) => `${name.padEnd(14)}  ${value}`),
      )
      return 0
    }),
}

const firstLine = async (input: AsyncIterable<string>): Promise<string> => {
  let text = ""
  for await (const chunk of input) {
    text += chunk
    if (text.includes("\n")) break
  }
  return text.split(/\r?\n/)[0] ?? ""
}

/** `symbolon users show` */
export const showUser: Command = {
  name: "users show",
  summary: "Shows a user, by username or uuid.",
  examples: ["symbolon users show ada", "symbolon users show ada --json"],
  positionals: ["USER"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const user = await symbolon.accounts.findUser({ user: invocation.positionals[0] ?? "" })
      const { uuid, username, firstName, lastName, email, accountType, createdAt } = user
      const shown = {
        uuid,
        username,
        first_name: firstName,
        last_name: lastName ?? null,
        email: email ?? null,
        account_type: accountType,
        created_at: createdAt.toISOString(),
      }
      print(
        invocation,
        shown,
        Object.entries(shown).map(([name, value]) => `${name.padEnd(12)}  ${value ?? ""}`.trimEnd()),
      )
      return 0
    }),
}
