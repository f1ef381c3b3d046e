import type { User } from "../accounts/user.ts"
import type { Mail } from "../foundation/ports/mailer.ts"
import type { Invitation } from "./invitation.ts"
import type { Organization } from "./organization.ts"

/** The page where an invitation is accepted. */
export const invitationLink = (baseUrl: string, token: string): string =>
  `${baseUrl}/oauth2/invitation?token=${token}`

/**
 * Where an invitation is sent: the invited address, or the verified one of the invited user;
 * undefined where there is none.
 */
const addressOf = (invitation: Invitation, user: User | undefined): string | undefined =>
  invitation.email ?? (user?.emailVerifiedAt === undefined ? undefined : user.email)

// Of the organization it tells the slug, which is letters, digits and hyphens: with a free text in
// it, a user who founds an organization could make the service send any text to any address.

/** The mail that tells a user of an invitation; undefined when the user has no known address. */
export const invitationMail = (
  {
    invitation,
    user,
    organization,
  }: {
    readonly invitation: Invitation
    readonly user: User | undefined
    readonly organization: Organization
  },
  link: string,
): Mail | undefined => {
  const to = addressOf(invitation, user)
  if (to === undefined) return undefined
  const text = `You are invited to the team of ${organization.slug}, as ${invitation.role}. To accept, open this link within seven days:

${link}

If that does not interest you, do nothing: nobody is put on a team without their word.
`
  return { to, subject: "You are invited to a team", text, purpose: "staff_invitation", link }
}
