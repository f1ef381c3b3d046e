import { Effect } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { isEmail } from "../../accounts/email.ts"
import { countLookup, countMail } from "../../accounts/prepare-limits.ts"
import { isEnabled, type User, verifiedEmail } from "../../accounts/user.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/console-staff.ts"
import {
  Conflict,
  Forbidden,
  IdentifierUnresolved,
  Invalid,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import {
  type Invitation,
  type Settlement,
  isSameInvitee,
  openInvitationsMax,
  permitAcceptance,
  startInvitation,
  invitationStatus,
} from "../invitation.ts"
import { invitationLink, invitationMail } from "../invitation-mail.ts"
import type { StaffMember } from "../organization.ts"
import { permitStaffChange } from "../staff-rules.ts"
import { authorityOf, organizationFor } from "../steps.ts"
import type {
  AcceptInvitationInput,
  CreateInvitationInput,
  InvitationInput,
  ListInvitationsInput,
} from "../inputs.ts"

/** An invitation, with whom it names. */
export interface InvitationView extends Omit<Invitation, "tokenHash"> {
  readonly status: Settlement | "open" | "expired"
  /** Undefined where an address was invited, and once the account is gone. */
  readonly user: User | undefined
}

/** Whom to invite: exactly one of them. */
export interface Invitee {
  readonly email?: string | undefined
  readonly username?: string | undefined
  readonly userUuid?: string | undefined
}

/** A new invitation. */
export interface CreatedInvitation {
  readonly invitation: InvitationView
  /** Returned this once; accepting takes it. */
  readonly token: string
  /** An absolute URL that carries the token. */
  readonly link: string
}

/**
 * Invites a user or an e-mail address to the team. Returns the token once; only its hash is stored.
 * Sends a mail to the address, or to the user's verified one.
 */
export const create = step(function* (caller: Caller, input: CreateInvitationInput) {
  const { ids, settings, outgoingMail } = yield* Ports
  yield* permitMail(caller, input)
  const token = ids.secret("sy_in_")
  const link = invitationLink(settings.baseUrl, token)
  const made = yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.createInvitation.access,
      input.organization,
    )
    yield* tx.staff.lock(organization.uuid)
    const { user, email } = yield* inviteeOf(input)
    const actor = {
      authority: yield* authorityOf(caller, organization.uuid),
      isTarget: user !== undefined && user.uuid === actingUser(caller),
    }
    yield* Effect.fromResult(permitStaffChange(actor, undefined, input.role))
    const invitation = startInvitation(
      {
        uuid: ids.uuid(),
        organizationUuid: organization.uuid,
        role: input.role,
        userUuid: user?.uuid,
        email,
        tokenHash: tokenHash(token),
        invitedByUserUuid: actingUser(caller),
      },
      now,
    )
    yield* refuseSuperfluous(invitation, now)
    yield* tx.invitations.add(invitation)
    return {
      invitation: viewOf(invitation, user, now),
      mail: invitationMail({ invitation, user, organization }, link),
    }
  })
  if (made.mail !== undefined) outgoingMail.post(made.mail)
  const created: CreatedInvitation = { invitation: made.invitation, token, link }
  return created
})

/**
 * Refuses (429) an invitation where too many accounts were looked for, or the caller or the address
 * had too many mails; before anything is written. The host has limits of its own.
 */
const permitMail = step(function* (
  caller: Caller,
  input: Invitee & { readonly organization: string },
) {
  if (caller.kind === "host") return
  // A user without a role on the team must not use up the limit that all share.
  yield* read(function* () {
    yield* organizationFor(caller, endpoints.createInvitation.access, input.organization)
  })
  const from = actingUser(caller) ?? caller.clientId
  if (input.userUuid === undefined) {
    const tooManyLooks = yield* countLookup(from)
    if (tooManyLooks !== undefined) return yield* tooManyLooks
  }
  const to = yield* read(function* () {
    const { user, email } = yield* inviteeOf(input)
    return email ?? (user === undefined ? undefined : verifiedEmail(user))
  })
  if (to === undefined) return
  const tooMany = yield* countMail({ from, to, isInvitation: true })
  if (tooMany !== undefined) return yield* tooMany
})

/** The user or the address that is invited. */
const inviteeOf = step(function* ({ email, username, userUuid }: Invitee) {
  const tx = yield* Tx
  if ([email, username, userUuid].filter((one) => one !== undefined).length !== 1)
    return yield* new Invalid({
      errors: { email: "send exactly one of email, username and user_uuid" },
    })
  if (email !== undefined) {
    if (!isEmail(email))
      return yield* new Invalid({ errors: { email: "is not an e-mail address" } })
    return { user: undefined, email }
  }
  const user =
    username === undefined
      ? yield* tx.users.find(userUuid ?? "")
      : yield* tx.users.findByUsername(username)
  if (user === undefined || !isEnabled(user))
    return yield* new IdentifierUnresolved({
      field: username === undefined ? "user_uuid" : "username",
    })
  return { user, email: undefined }
})

/** Refuses an invitation of a user who is on the team or invited already, and one too many. */
const refuseSuperfluous = step(function* (invitation: Invitation, now: Date) {
  const tx = yield* Tx
  const { organizationUuid, userUuid, email } = invitation
  const known =
    userUuid ?? (email === undefined ? undefined : (yield* tx.users.findByEmail(email))?.uuid)
  if (known !== undefined && (yield* tx.staff.find(organizationUuid, known)) !== undefined)
    return yield* alreadyOnTeam()
  const page = {
    page: 1,
    pageSize: openInvitationsMax,
    sortBy: "created_at",
    sortOrder: "asc",
  } as const
  const open = yield* tx.invitations.list(organizationUuid, now, page)
  const same = open.items.find((other) => isSameInvitee(other, invitation))
  if (same !== undefined)
    return yield* new Conflict({
      reason: "already_invited",
      message: "This person already has an open invitation. Withdraw it first.",
      details: { invitation_uuid: same.uuid },
    })
  if (open.totalItems >= openInvitationsMax)
    return yield* new Conflict({
      reason: "too_many_invitations",
      message: `At most ${openInvitationsMax} invitations can be open. Withdraw some, or wait until they are accepted.`,
    })
})

const alreadyOnTeam = () =>
  new Conflict({
    reason: "already_on_team",
    message: "The user is already on the staff. Change their role instead.",
  })

/**
 * Lists the invitations of an organization that can still be accepted, with the users they name.
 */
export const list = listing(function* (caller: Caller, input: ListInvitationsInput) {
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listInvitations.access,
      input.organization,
    )
    const found = yield* tx.invitations.list(organization.uuid, now, input.page)
    const users = yield* tx.users.findAll(found.items.flatMap(({ userUuid }) => userUuid ?? []))
    const byUuid = new Map(users.map((user) => [user.uuid, user]))
    return mapPage(found, (invitation) =>
      viewOf(invitation, byUuid.get(invitation.userUuid ?? ""), now),
    )
  })
})

/** Withdraws an invitation. For callers who may remove a team member of its role. */
export const withdraw = step(function* (caller: Caller, input: InvitationInput) {
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.withdraw.access,
      input.organization,
    )
    const invitation = yield* tx.invitations.find(input.invitationUuid)
    if (invitation?.organizationUuid !== organization.uuid)
      return yield* new NotFound({ what: "invitation" })
    const actor = { authority: yield* authorityOf(caller, organization.uuid), isTarget: false }
    yield* Effect.fromResult(permitStaffChange(actor, invitation.role, undefined))
    if (!(yield* tx.invitations.settle(invitation.uuid, "withdrawn", now)))
      return yield* new Conflict({
        reason: "invitation_settled",
        message: "This invitation was already accepted or withdrawn.",
      })
    const user =
      invitation.userUuid === undefined ? undefined : yield* tx.users.find(invitation.userUuid)
    return viewOf({ ...invitation, settlement: "withdrawn", settledAt: now }, user, now)
  })
})

/**
 * Accepts an invitation for the signed-in user and returns the new team member. The invitation
 * stays valid if the user who made it has left the team.
 */
export const accept = step(function* (caller: Caller, input: AcceptInvitationInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.accept), caller))
  const userUuid = actingUser(caller)
  if (userUuid === undefined)
    return yield* new Forbidden({ reason: "Only the invited person can accept an invitation." })
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const found = yield* tx.invitations.findByToken(tokenHash(input.token))
    const { uuid, organizationUuid, role } = yield* Effect.fromResult(
      permitAcceptance(found, userUuid, now),
    )
    yield* tx.staff.lock(organizationUuid)
    if ((yield* tx.organizations.find(organizationUuid)) === undefined)
      return yield* new NotFound({ what: "invitation" })
    const user = yield* tx.users.lock(userUuid)
    if (user === undefined || !isEnabled(user)) return yield* new NotFound({ what: "user" })
    if (!(yield* tx.invitations.settle(uuid, "accepted", now)))
      return yield* new Conflict({
        reason: "invitation_used",
        message: "This invitation was just accepted or withdrawn.",
      })
    const member: StaffMember = {
      uuid: ids.uuid(),
      organizationUuid,
      userUuid,
      role,
      joinedAt: now,
      updatedAt: undefined,
    }
    if (!(yield* tx.staff.add(member))) return yield* alreadyOnTeam()
    return member
  })
})

const viewOf = (invitation: Invitation, user: User | undefined, now: Date): InvitationView => {
  const { tokenHash: _, ...shown } = invitation
  return { ...shown, status: invitationStatus(invitation, now), user }
}
