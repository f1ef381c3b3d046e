import { type Command, print, requiredText, textOf, UsageFault } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon orgs create` */
export const createOrganization: Command = {
  name: "orgs create",
  summary: "Creates an organization and its treasury.",
  examples: ['symbolon orgs create "Harbour Club" --owner ada'],
  positionals: ["NAME"],
  flags: {
    owner: { kind: "text", hint: "USER", help: "username or uuid of the owner", isRequired: true },
    description: { kind: "text", hint: "TEXT", help: "" },
  },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const owner = await symbolon.users.find({ user: requiredText(invocation, "owner") })
      const { uuid, slug, name } = await symbolon.organizations.create({
        name: invocation.positionals[0] ?? "",
        description: textOf(invocation, "description"),
        ownerUuid: owner.uuid,
      })
      print(invocation, { uuid, slug, name, owner_uuid: owner.uuid }, [`${slug}  ${uuid}`])
      return 0
    }),
}

const pageSize = 100

/** `symbolon orgs list` */
export const listOrganizations: Command = {
  name: "orgs list",
  summary: "Lists the organizations, one a line.",
  examples: ["symbolon orgs list", "symbolon orgs list --json"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const all = []
      for (let page = 1; ; page += 1) {
        const { items } = await symbolon.organizations.list({
          page: { page, pageSize, sortBy: "name", sortOrder: "asc" },
        })
        all.push(
          ...items.map(({ uuid, slug, name, createdAt }) => ({
            uuid,
            slug,
            name,
            created_at: createdAt.toISOString(),
          })),
        )
        if (items.length < pageSize) break
      }
      print(
        invocation,
        all,
        all.map(({ slug, uuid, name }) => `${slug}  ${uuid}  ${name}`),
      )
      return 0
    }),
}

/** `symbolon orgs allowance` */
export const organizationAllowance: Command = {
  name: "orgs allowance",
  summary: "Shows or sets the number of points that an organization may issue.",
  examples: [
    "symbolon orgs allowance harbour-club",
    "symbolon orgs allowance harbour-club --set 50000",
  ],
  positionals: ["ORGANIZATION"],
  flags: {
    set: { kind: "text", hint: "POINTS", help: "the new allowance, net of burned points" },
  },
  settings: toolSettings,
  run: (invocation) => {
    const [organization = ""] = invocation.positionals
    const given = textOf(invocation, "set")
    if (given !== undefined && !/^\d{1,16}$/.test(given))
      throw new UsageFault(`--set ${given} must be whole points, 0 or more.`)
    return withCore(invocation, async ({ points }) => {
      const { allowance, issued, available } =
        given === undefined
          ? await points.getAllowance({ organization })
          : await points.setAllowance({ organization, allowance: Number(given) })
      print(invocation, { allowance, issued, available }, [
        `allowance ${allowance}  issued ${issued}  available ${available}`,
      ])
      return 0
    })
  },
}
