import type { Symbolon, User } from "@symbolon/core"
import { type Command, firstLine, type Invocation, print } from "./command.ts"
import { confirm, yes } from "./confirm.ts"
import { toolSettings, withCore } from "./open.ts"

/** Builds a command that acts on one user. */
const onUser = (
  { name, summary, flags = {} }: Pick<Command, "name" | "summary" | "flags">,
  act: (
    symbolon: Symbolon,
    user: User,
    invocation: Invocation,
  ) => Promise<Readonly<Record<string, string | null>>>,
): Command => ({
  name,
  summary,
  examples: [
    `symbolon ${name} ada`,
    `symbolon ${name} 019a0f6e-5b1c-7d1f-8a57-3f6c2d9b4e10 --json`,
  ],
  positionals: ["USER"],
  flags,
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const user = await symbolon.users.find({ user: invocation.positionals[0] ?? "" })
      const done = await act(symbolon, user, invocation)
      const result = { uuid: user.uuid, ...done }
      print(
        invocation,
        result,
        Object.entries(result).map(([field, value]) =>
          `${field.padEnd(14)}  ${value ?? ""}`.trimEnd(),
        ),
      )
      return 0
    }),
})

/** `symbolon users set-password` */
export const setPassword: Command = {
  ...onUser(
    {
      name: "users set-password",
      summary:
        "Sets a password, read from standard input. All browsers and tokens of the user are signed out.",
    },
    async (symbolon, { uuid }, { io }) => {
      const { username } = await symbolon.users.setPassword({
        userUuid: uuid,
        password: await firstLine(io),
      })
      return { username }
    },
  ),
  examples: ["symbolon users set-password ada < password.txt"],
}

/** `symbolon users setup-link` */
export const setupLink: Command = onUser(
  {
    name: "users setup-link",
    summary:
      "Prints a link where the user can choose a password, once, within a day. Earlier links become invalid.",
  },
  async (symbolon, { uuid, username }) => ({
    username,
    setup_link: (await symbolon.users.createSetupLink({ userUuid: uuid })).link,
  }),
)

/** `symbolon users disable` */
export const disableUser: Command = onUser(
  {
    name: "users disable",
    summary:
      "Disables an account without deleting it. All browsers and tokens of the user are signed out.",
  },
  async (symbolon, { uuid }) => {
    const { username, disabledAt } = await symbolon.users.disable({ userUuid: uuid })
    return { username, disabled_at: disabledAt?.toISOString() ?? null }
  },
)

/** `symbolon users enable` */
export const enableUser: Command = onUser(
  { name: "users enable", summary: "Enables a disabled account. The user has to sign in again." },
  async (symbolon, { uuid }) => ({
    username: (await symbolon.users.enable({ userUuid: uuid })).username,
    disabled_at: null,
  }),
)

/** `symbolon users delete` */
export const deleteUser: Command = onUser(
  {
    name: "users delete",
    summary:
      "Deletes an account permanently; other records refer to it by a pseudonym. Refused while the account owns an organization.",
    flags: { yes },
  },
  async (symbolon, { uuid, username: name }, invocation) => {
    await confirm(invocation, `Delete the account ${name} (${uuid})?`)
    const { username, deletedAt } = await symbolon.users.delete({ userUuid: uuid })
    return { username, deleted_at: deletedAt?.toISOString() ?? null }
  },
)
