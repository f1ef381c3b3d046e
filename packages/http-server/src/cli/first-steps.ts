import type { Symbolon } from "@symbolon/core"
import { databaseFirst, shellWord } from "./how-called.ts"

const firstOne = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

/**
 * Returns the next steps for an operator of a service without users or organizations; empty if
 * there are both.
 */
export const firstSteps = async (
  symbolon: Symbolon,
  {
    dataDir,
    databaseUrl,
    command,
  }: {
    readonly dataDir: string
    readonly databaseUrl: string | undefined
    readonly command: string
  },
): Promise<readonly string[]> => {
  const where = dataDir === ".symbolon" ? "" : ` --data-dir ${shellWord(dataDir)}`
  const hasUsers = (await symbolon.users.list({ page: firstOne })).totalItems > 0
  const hasOrganizations = (await symbolon.organizations.list({ page: firstOne })).totalItems > 0
  if (hasUsers && hasOrganizations) return []
  return [
    "",
    hasUsers
      ? "There is no organization yet. In another terminal, create one:"
      : "There are no users yet. In another terminal, create the first service staff account, which has all rights, and an organization:",
    ...databaseFirst(databaseUrl),
    "",
    ...(hasUsers
      ? []
      : [`  ${command} users create root --first-name Root --service-staff --setup-link${where}`]),
    `  ${command} orgs create "Harbour Club" --owner ${hasUsers ? "USERNAME" : "root"}${where}`,
    "",
    ...(hasUsers
      ? []
      : ["The first command prints a link. Open it in a browser and choose a password."]),
  ]
}
