import { Effect, Result } from "effect"
import { actingUser, type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { type Access, permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/accounts.ts"
import { Conflict, Forbidden, ForbiddenNotAuthorized } from "../../foundation/errors/refusals.ts"
import type { Change } from "../../memberships/machine/change.ts"
import type { Actor } from "../../foundation/access/actor.ts"
import { membershipRules } from "../../memberships/machine/machine.ts"
import { heldOf, stateOf } from "../../memberships/steps/state.ts"
import { writeChanges } from "../../memberships/steps/write-changes.ts"
import type { StaffMember } from "../../organizations/organization.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { noteRosterChanges } from "../../manifest/rosters/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, transact, Tx } from "../../foundation/unit-of-work.ts"
import { forgettingJobs, forgottenUser } from "../../rewards/triggers/forgetting.ts"
import { forgetNamed } from "../../webhooks/steps.ts"
import { proveIdentity } from "../prepare-proof.ts"
import { withoutAccount } from "../../cards/card-rules.ts"
import { endEverything, lockedUser } from "../steps.ts"
import type { User } from "../user.ts"
import type { DeleteAccountInput } from "../inputs.ts"
import type { UserInput } from "../../foundation/kernel/inputs.ts"

const deleteUser = step(function* (caller: Caller, input: DeleteAccountInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.deleteUser), caller))
  const isOwn = caller.kind === "user" && caller.userUuid === input.userUuid
  if (caller.kind !== "host" && !isOwn && !isServiceStaff(caller))
    return yield* new ForbiddenNotAuthorized({
      reason: "You can delete your own account only. Ask service staff to delete another one.",
    })
  yield* proveIdentity(caller, input.currentPassword)
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    // Teams before the user, as those who change a team take them.
    for (const { organizationUuid } of yield* tx.staff.rolesOf(input.userUuid))
      yield* tx.staff.lock(organizationUuid)
    const user = yield* lockedUser(input.userUuid)
    const places = yield* tx.staff.rolesOf(user.uuid)
    const owned = yield* ownedAmong(places)
    if (owned.length > 0)
      return yield* new Conflict({
        reason: "owns_organizations",
        message: "This account owns organizations. Transfer them first.",
        details: { organization_uuids: owned },
      })
    yield* endMemberships(caller, user, now)
    yield* endEverything(user.uuid, now, "account_deleted")
    yield* tx.users.setPassword(user.uuid, undefined)
    yield* tx.passkeys.removeAll(user.uuid)
    yield* tx.files.removeAllOf(user.uuid, now)
    yield* tx.assets.removeAllOf(user.uuid)
    yield* tx.profilePages.removeAllOf(user.uuid)
    yield* tx.links.removeAllOf(user.uuid)
    yield* tx.contacts.removeAllOf(user.uuid)
    yield* tx.contacts.forgetUser(user.uuid, now)
    for (const { organizationUuid } of places) yield* tx.staff.remove(organizationUuid, user.uuid)
    yield* tx.oneTimeTokens.forget(user.uuid)
    for (const { clientId } of yield* tx.consents.ofUser(user.uuid))
      yield* tx.consents.withdraw(user.uuid, clientId)
    const deleted: User = {
      ...user,
      ...nobody,
      username: yield* pseudonym(user.uuid),
      updatedAt: now,
      deletedAt: now,
    }
    yield* tx.users.change(deleted)
    const held = yield* tx.cards.lockHeld(user.uuid)
    yield* tx.cards.changeAll(held.map((card) => withoutAccount(card, now)))
    yield* tx.wallets.close(user.uuid, now)
    yield* forgetNamed(user.uuid)
    yield* noteAtDoors(user)
    yield* tx.jobs.scheduleAll(forgettingJobs(forgottenUser(user.uuid), ids, now))
    return deleted
  })
})
export {
  /**
   * Deletes an account permanently, the caller's own or, for service staff, any. Ends its sessions,
   * tokens and memberships, closes its wallets, removes its password, passkeys, consents and staff
   * roles, and replaces the name by a pseudonym. Requires the caller's own password or a recent
   * sign-in. Refused while the user owns an organization. The username is never reused.
   */
  deleteUser as delete,
}

/**
 * Tells the rosters of all organizations where they have a wallet: whether doors know them has
 * changed.
 */
const noteAtDoors = step(function* ({ uuid: subject }: User) {
  const tx = yield* Tx
  const wallets = yield* tx.wallets.ofUsers([subject], undefined)
  yield* noteRosterChanges(
    wallets.flatMap(({ organizationUuid }) =>
      organizationUuid === undefined ? [] : [{ organizationUuid, subject }],
    ),
  )
})

/**
 * The organizations among these places whose owner the user is; deleted organizations do not count.
 */
const ownedAmong = step(function* (places: readonly StaffMember[]) {
  const tx = yield* Tx
  const owned = places.flatMap(({ organizationUuid, role }) =>
    role === "owner" ? [organizationUuid] : [],
  )
  return owned.length === 0
    ? owned
    : (yield* tx.organizations.findAll(owned)).map(({ uuid }) => uuid)
})

/**
 * Ends all their memberships, each with its event (T41); time that had run out is left as it is.
 * Cancels their open checkouts.
 */
const endMemberships = step(function* (caller: Caller, { uuid }: User, now: Date) {
  const tx = yield* Tx
  const isOwn = actingUser(caller) === uuid
  const by: Actor = isOwn ? { kind: "holder", uuid } : { kind: "service", uuid: actingUser(caller) }
  const held = yield* heldOf(yield* tx.memberships.openOf(uuid))
  const there = yield* tx.organizations.findAll(
    held.map(({ membership }) => membership.organizationUuid),
  )
  const changes = held.flatMap((each): readonly Change[] => {
    // What was deleted ends its memberships by itself.
    const organization = there.find((one) => one.uuid === each.membership.organizationUuid)
    const ended =
      organization && membershipRules.closeAccount(stateOf(organization, uuid, each), { by }, now)
    // Their checkouts end all at once, those of them too who never joined.
    return ended !== undefined && Result.isSuccess(ended)
      ? [{ ...ended.success, closesCheckouts: [] }]
      : []
  })
  yield* writeChanges(changes, originOf(caller), now)
  yield* tx.checkouts.cancelOpen({ userUuid: uuid }, now)
})

/** What is known of a user who is gone. */
const nobody: Pick<
  User,
  | "firstName"
  | "lastName"
  | "email"
  | "emailVerifiedAt"
  | "phoneNumber"
  | "avatarImageFileUuid"
  | "iamUserId"
  | "dropsRefusedSince"
> = {
  firstName: "",
  lastName: undefined,
  email: undefined,
  emailVerifiedAt: undefined,
  phoneNumber: undefined,
  avatarImageFileUuid: undefined,
  iamUserId: undefined,
  dropsRefusedSince: undefined,
}

const pseudonym = step(function* (uuid: string) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const made = () => `deleted-${ids.suffix()}${ids.suffix()}`
  let name = made()
  while (!(yield* tx.names.claim(name, { kind: "user", uuid }))) name = made()
  return name
})

/**
 * Disables an account: signs the user out everywhere and revokes their tokens. To others it is as
 * one that does not exist, at doors too. The account's data stays, and so do its memberships and
 * tickets. For the host and service staff.
 */
export const disable = step(function* (caller: Caller, input: UserInput) {
  yield* staffOnly(endpoints.disable, caller)
  // A user who shut themself out could not come back to let themself in.
  if (caller.kind === "user" && caller.userUuid === input.userUuid)
    return yield* new Conflict({
      reason: "own_account",
      message: "You cannot disable your own account. Ask other service staff.",
    })
  return yield* transact(function* (tx, now) {
    const user = yield* lockedUser(input.userUuid)
    const disabled: User = { ...user, disabledAt: user.disabledAt ?? now, updatedAt: now }
    yield* tx.users.change(disabled)
    yield* endEverything(user.uuid, now, "account_disabled")
    yield* noteAtDoors(user)
    return disabled
  })
})

/**
 * Enables a disabled account again. Sessions and tokens that ended stay ended. For the host and
 * service staff.
 */
export const enable = step(function* (caller: Caller, input: UserInput) {
  yield* staffOnly(endpoints.enable, caller)
  return yield* transact(function* (tx, now) {
    const user = yield* lockedUser(input.userUuid)
    const enabled: User = { ...user, disabledAt: undefined, updatedAt: now }
    yield* tx.users.change(enabled)
    yield* noteAtDoors(user)
    return enabled
  })
})

const staffOnly = step(function* (of: { readonly access: Access | undefined }, caller: Caller) {
  yield* Effect.fromResult(permitToken(accessOf(of), caller))
  if (caller.kind !== "host" && !isServiceStaff(caller))
    return yield* new Forbidden({ reason: "Only service staff may make this call." })
})
