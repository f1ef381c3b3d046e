import { Result } from "effect"
import { canonicalUuid } from "../../foundation/kernel/slug.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"

interface Target {
  readonly organizationUuid: string | undefined
  readonly resources: readonly string[]
  readonly audiences: readonly string[]
  readonly baseUrl: string
  readonly clientId: string
}

/**
 * The organization that an exchange asks for, as slugs or uuids, each way of naming it once:
 * `organization_uuid`, or the standard `resource` and `audience`, so that stock libraries can say
 * it. The API alone, or the client itself, names none.
 */
export const organizationNamed = (
  target: Target,
): Result.Result<readonly [string, ...string[]], OauthRefused> => {
  const { organizationUuid, resources, audiences, baseUrl, clientId } = target
  const api = `${baseUrl}/api/v1`
  const named = new Set<string>()
  if (organizationUuid !== undefined) named.add(canonicalUuid(organizationUuid))
  for (const resource of resources) {
    if (resource === api) continue
    const path = resource.startsWith(`${api}/organizations/`)
      ? canonicalUuid(resource.slice(`${api}/organizations/`.length))
      : ""
    if (!/^[a-z0-9-]{1,80}$/.test(path))
      return refuse("invalid_target", "resource must be an organization of this service's API.")
    named.add(path)
  }
  for (const audience of audiences)
    if (audience !== api && audience !== clientId)
      named.add(canonicalUuid(audience.replace(/^urn:uuid:/i, "")))
  const [first, ...others] = named
  if (first === undefined)
    return refuse(
      "invalid_request",
      "Name the organization by organization_uuid (or by resource or audience).",
    )
  return Result.succeed([first, ...others])
}

const refuse = (error: "invalid_target" | "invalid_request", description: string) =>
  Result.fail(new OauthRefused({ error, description }))
