import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import type { User } from "../../accounts/user.ts"
import { step } from "../../foundation/step.ts"
import { sharedRead, Tx } from "../../foundation/unit-of-work.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import type { NoInput } from "../../foundation/kernel/inputs.ts"

/**
 * What is told of a user to an app, by scope (OpenID Connect Core section 5.1). Absent data is left
 * out, never null.
 */
export interface UserClaims {
  readonly sub: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly preferred_username?: string
  /** Seconds. */
  readonly updated_at?: number
  readonly email?: string
  readonly email_verified?: boolean
  readonly phone_number?: string
  readonly phone_number_verified?: boolean
  readonly organizations?: readonly {
    readonly uuid: string
    readonly slug: string
    readonly name: string
    readonly role: string
  }[]
}

/** Returns the claims about the user of a token that its scopes allow. */
export const userinfo = step(function* (caller: Caller, _input: NoInput) {
  const userUuid = actingUser(caller)
  if (userUuid === undefined || caller.kind === "host" || !caller.scopes.has("openid"))
    return yield* new OauthRefused({
      error: "insufficient_scope",
      description: "This takes a user's token with the scope openid.",
    })
  return yield* sharedRead(function* (tx) {
    const user = yield* tx.users.find(userUuid)
    if (user === undefined)
      return yield* new OauthRefused({ error: "invalid_grant", description: "The user is gone." })
    const organizations = caller.scopes.has("organization:read") ? yield* teamsOf(userUuid) : []
    return claimsOf(user, caller.scopes, organizations)
  })
})

const teamsOf = step(function* (userUuid: string) {
  const tx = yield* Tx
  const roles = yield* tx.staff.rolesOf(userUuid)
  const organizations = yield* tx.organizations.findAll(
    roles.map(({ organizationUuid }) => organizationUuid),
  )
  const byUuid = new Map(organizations.map((organization) => [organization.uuid, organization]))
  return roles.flatMap(({ organizationUuid, role }) => {
    const found = byUuid.get(organizationUuid)
    return found === undefined
      ? []
      : [{ uuid: found.uuid, slug: found.slug, name: found.name, role }]
  })
})

const claimsOf = (
  user: User,
  scopes: ReadonlySet<string>,
  organizations: NonNullable<UserClaims["organizations"]>,
): UserClaims => ({
  sub: user.uuid,
  ...(scopes.has("profile") ? profileOf(user) : {}),
  ...(scopes.has("email") && user.email !== undefined
    ? { email: user.email, email_verified: user.emailVerifiedAt !== undefined }
    : {}),
  ...(scopes.has("phone") && user.phoneNumber !== undefined
    ? { phone_number: user.phoneNumber, phone_number_verified: false }
    : {}),
  ...(organizations.length > 0 ? { organizations } : {}),
})

const profileOf = ({ username, firstName, lastName, updatedAt, createdAt }: User) => ({
  name: lastName === undefined ? firstName : `${firstName} ${lastName}`,
  given_name: firstName,
  ...(lastName === undefined ? {} : { family_name: lastName }),
  preferred_username: username,
  updated_at: Math.floor((updatedAt ?? createdAt).getTime() / 1000),
})
