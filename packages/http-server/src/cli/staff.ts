import type { StaffMember, Symbolon, User } from "@symbolon/core"
import { type Command, type Flag, type Invocation, oneOf, print, requiredText } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

const roles = ["manager", "staff", "door"] as const
const org: Flag = { kind: "text", hint: "ORG", help: "slug or uuid", isRequired: true }
const role: Flag = { kind: "text", hint: roles.join("|"), help: "", isRequired: true }

const pageSize = 100

/** `symbolon orgs staff list` */
export const listStaff: Command = {
  name: "orgs staff list",
  summary: "Lists an organization's staff, one a line, in order of joining.",
  examples: ["symbolon orgs staff list --org harbour-club"],
  flags: { org },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const organization = requiredText(invocation, "org")
      const all = []
      for (let page = 1; ; page += 1) {
        const { items } = await symbolon.staff.list({
          organization,
          page: { page, pageSize, sortBy: "joined_at", sortOrder: "asc" },
        })
        all.push(...items.map((member) => rowOf(member, member.user)))
        if (items.length < pageSize) break
      }
      print(invocation, all, all.map(lineOf))
      return 0
    }),
}

/** `symbolon orgs staff add` */
export const addStaff: Command = {
  name: "orgs staff add",
  summary: "Adds a user to an organization's staff, without an invitation.",
  examples: ["symbolon orgs staff add ben --org harbour-club --role manager"],
  positionals: ["USER"],
  flags: { org, role },
  settings: toolSettings,
  run: (invocation) => {
    const as = oneOf(roles, requiredText(invocation, "role"), "role")
    return change(invocation, (symbolon, of) => symbolon.staff.add({ ...of, role: as }))
  },
}

/** `symbolon orgs staff role` */
export const changeStaffRole: Command = {
  name: "orgs staff role",
  summary: "Changes the role of a staff member, from their next call on.",
  examples: ["symbolon orgs staff role ben --org harbour-club --role door"],
  positionals: ["USER"],
  flags: { org, role },
  settings: toolSettings,
  run: (invocation) => {
    const to = oneOf(roles, requiredText(invocation, "role"), "role")
    return change(invocation, (symbolon, of) => symbolon.staff.changeRole({ ...of, role: to }))
  },
}

/** `symbolon orgs staff remove` */
export const removeStaff: Command = {
  name: "orgs staff remove",
  summary: "Removes a staff member and prints the removed entry.",
  examples: ["symbolon orgs staff remove ben --org harbour-club"],
  positionals: ["USER"],
  flags: { org },
  settings: toolSettings,
  run: (invocation) => change(invocation, (symbolon, of) => symbolon.staff.remove(of)),
}

/** `symbolon orgs staff transfer` */
export const transferOwnership: Command = {
  name: "orgs staff transfer",
  summary: "Makes a staff member the owner. The former owner becomes a manager.",
  examples: ["symbolon orgs staff transfer ben --org harbour-club"],
  positionals: ["USER"],
  flags: { org },
  settings: toolSettings,
  run: (invocation) => change(invocation, (symbolon, of) => symbolon.staff.transferOwnership(of)),
}

type Change = (
  symbolon: Symbolon,
  of: { readonly organization: string; readonly userUuid: string },
) => Promise<StaffMember>

const change = (invocation: Invocation, make: Change): Promise<number> => {
  const organization = requiredText(invocation, "org")
  return withCore(invocation, async (symbolon) => {
    const user = await symbolon.users.find({ user: invocation.positionals[0] ?? "" })
    const made = rowOf(await make(symbolon, { organization, userUuid: user.uuid }), user)
    print(invocation, made, [lineOf(made)])
    return 0
  })
}

const rowOf = ({ userUuid, role: held, joinedAt }: StaffMember, user: User | undefined) => ({
  user_uuid: userUuid,
  username: user?.username ?? null,
  role: held,
  joined_at: joinedAt.toISOString(),
})

const lineOf = ({ user_uuid, username, role: held }: ReturnType<typeof rowOf>): string =>
  `${held.padEnd(7)}  ${user_uuid}  ${username ?? ""}`.trimEnd()
