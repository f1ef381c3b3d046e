import type { User } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import { type Command, firstLine, print, requiredText, textOf, UsageFault } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon users create` */
export const createUser: Command = {
  name: "users create",
  summary:
    "Creates a user with a wallet. If you omit the password, the command generates one and prints it once.",
  examples: [
    "symbolon users create ada --first-name Ada --last-name Lovelace",
    "symbolon users create root --first-name Root --service-staff --setup-link",
    "symbolon users create ben --first-name Ben --password-stdin < password.txt",
  ],
  positionals: ["USERNAME"],
  flags: {
    "first-name": { kind: "text", hint: "NAME", help: "", isRequired: true },
    "last-name": { kind: "text", hint: "NAME", help: "" },
    email: { kind: "text", hint: "ADDRESS", help: "" },
    "password-stdin": {
      kind: "switch",
      help: "read the password from standard input",
    },
    "setup-link": {
      kind: "switch",
      help: "print a link where the user can choose a password, once, within a day",
    },
    "service-staff": {
      kind: "switch",
      help: "create a service staff account, which has all rights",
    },
  },
  settings: toolSettings,
  // A service begins with its first user: in an empty directory the database is made.
  run: (invocation) =>
    withCore(
      invocation,
      async (symbolon) => {
        const [username = ""] = invocation.positionals
        const given =
          invocation.flags["password-stdin"] === true ? await firstLine(invocation.io) : undefined
        const byLink = invocation.flags["setup-link"] === true
        const password = given ?? (byLink ? undefined : portsOf(symbolon).ids.secret(""))
        const { user, walletAddress } = await symbolon.users.create({
          username,
          firstName: requiredText(invocation, "first-name"),
          lastName: textOf(invocation, "last-name"),
          email: textOf(invocation, "email"),
          accountType: invocation.flags["service-staff"] === true ? "service" : "user",
          password,
        })
        const made = {
          uuid: user.uuid,
          username: user.username,
          wallet_address: walletAddress,
          ...(given === undefined && password !== undefined ? { password } : {}),
          ...(byLink
            ? {
                setup_link: (await symbolon.users.createSetupLink({ userUuid: user.uuid })).link,
              }
            : {}),
        }
        print(
          invocation,
          made,
          Object.entries(made).map(([name, value]) => `${name.padEnd(14)}  ${value}`),
        )
        return 0
      },
      { mayBegin: true },
    ),
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
      const user = await symbolon.users.find({ user: invocation.positionals[0] ?? "" })
      const { firstName, lastName, email, emailVerifiedAt, phoneNumber, disabledAt, deletedAt } =
        user
      const details = {
        ...summaryOf(user),
        service_staff: user.accountType === "service",
        first_name: firstName,
        last_name: lastName ?? null,
        email: email ?? null,
        email_verified: emailVerifiedAt !== undefined,
        phone_number: phoneNumber ?? null,
        disabled_at: disabledAt?.toISOString() ?? null,
        deleted_at: deletedAt?.toISOString() ?? null,
      }
      print(
        invocation,
        details,
        Object.entries(details).map(([name, value]) =>
          `${name.padEnd(14)}  ${value ?? ""}`.trimEnd(),
        ),
      )
      return 0
    }),
}

/** The fields of a user in a list. */
const summaryOf = ({ uuid, username, accountType, createdAt, disabledAt, deletedAt }: User) => ({
  uuid,
  username,
  account_type: accountType,
  state: deletedAt !== undefined ? "deleted" : disabledAt !== undefined ? "disabled" : "enabled",
  created_at: createdAt.toISOString(),
})

const pageSize = 100

/** `symbolon users list` */
export const listUsers: Command = {
  name: "users list",
  summary: "Lists the users in order of creation, a hundred a page.",
  examples: ["symbolon users list", "symbolon users list --page 2 --json"],
  flags: { page: { kind: "text", hint: "N", help: "the page to list (1)" } },
  settings: toolSettings,
  run: (invocation) => {
    const page = Number(textOf(invocation, "page") ?? 1)
    if (!Number.isSafeInteger(page) || page < 1)
      throw new UsageFault("--page must be a whole number, 1 or more.")
    return withCore(invocation, async (symbolon) => {
      const { items, totalItems } = await symbolon.users.list({
        page: { page, pageSize, sortBy: "created_at", sortOrder: "asc" },
      })
      const pages = Math.ceil(totalItems / pageSize)
      const users = items.map(summaryOf)
      print(
        invocation,
        { total_items: totalItems, total_pages: pages, current_page: page, items: users },
        [
          ...users.map(
            ({ username, uuid, account_type, state }) =>
              `${username}  ${uuid}  ${account_type}  ${state}`,
          ),
          ...(pages > 1 ? [`Page ${page} of ${pages}, ${totalItems} users.`] : []),
        ],
      )
      return 0
    })
  },
}
