import { Result } from "effect"
import { Forbidden } from "../errors/refusals.ts"
import { isAtLeast, type Role } from "./role.ts"
import { type Caller, type Host, isServiceStaff } from "./caller.ts"

/**
 * Which tokens an endpoint takes: a user's own, an organization's (exchanged), an app's, a door's.
 */
export type TokenKind = "user" | "organization" | "client" | "door"

/** Who may call an endpoint; stands once, in its definition. */
export interface Access {
  /** The scope the token must carry; undefined when any good token will do. */
  readonly scope: string | undefined
  readonly tokens: readonly TokenKind[]
  /** The weakest role on the organization's team that will do; undefined asks for none. */
  readonly role: Role | undefined
  /** Whether the call only reads: an app without a service role may still read. */
  readonly isRead: boolean
  /** Whether third-party apps are kept out, whatever their role. */
  readonly isFirstPartyOnly: boolean
  /** Whether only the platform's own staff may call it, whatever the caller's role. */
  readonly isServiceStaffOnly?: boolean
}

/**
 * Whether the caller is the program that embeds the core: for what the HTTP server does in its own
 * name, such as signing people in.
 */
export const permitHost = (caller: Caller): Result.Result<void, Forbidden> =>
  caller.kind === "host"
    ? Result.void
    : Result.fail(new Forbidden({ reason: "Only the service itself may call this." }))

/** Whether the token itself will do: its kind, and its scope. Says nothing about roles. */
export const permitToken = (access: Access, caller: Caller): Result.Result<void, Forbidden> => {
  if (caller.kind === "host") return Result.void
  if (!access.tokens.includes(caller.kind))
    return Result.fail(
      new Forbidden({
        reason: `This call needs ${phrase(access.tokens)}.`,
        details: { token_kinds: access.tokens },
      }),
    )
  if (access.isFirstPartyOnly && !caller.isFirstParty)
    return Result.fail(
      new Forbidden({
        reason: "Only first-party apps may make this call. Service staff can create one.",
      }),
    )
  if (access.isServiceStaffOnly === true && !isServiceStaff(caller))
    return Result.fail(new Forbidden({ reason: "Only service staff may make this call." }))
  // A door token carries no published scope: that the call takes door tokens is what it may do.
  if (caller.kind !== "door" && access.scope !== undefined && !caller.scopes.has(access.scope))
    return Result.fail(
      new Forbidden({
        reason: `The token lacks the scope ${access.scope}.`,
        details: { scope: access.scope },
      }),
    )
  return Result.void
}

/**
 * Whether the caller has the role that an endpoint asks for in one organization. `staffRole` is
 * what the team list says of the user, if anything.
 */
export const permitRole = (
  access: Access,
  caller: Caller,
  organizationUuid: string,
  staffRole: Role | undefined,
): Result.Result<void, Forbidden> => {
  if (caller.kind === "host") return Result.void
  if (caller.kind !== "user" && caller.organizationUuid !== organizationUuid)
    return Result.fail(
      new Forbidden({
        reason: "The token is bound to another organization. Use a token of this one.",
      }),
    )
  if (access.role === undefined) return Result.void
  if (isServiceStaff(caller)) return Result.void
  const role = roleOf(caller, access, staffRole)
  if (role !== undefined && isAtLeast(role, access.role)) return Result.void
  return Result.fail(
    new Forbidden({
      reason: `This call needs the role ${access.role} in the organization.`,
      details: { role: access.role },
    }),
  )
}

const roleOf = (
  caller: Exclude<Caller, Host>,
  access: Access,
  staffRole: Role | undefined,
): Role | undefined => {
  if (caller.kind === "door") return "door"
  if (caller.kind === "client") return caller.serviceRole ?? (access.isRead ? "staff" : undefined)
  return staffRole
}

const phrase = (tokens: readonly TokenKind[]): string =>
  tokens
    .map(
      (kind) =>
        ({
          user: "a user's token",
          organization: "an org-scoped token",
          client: "an app's own token",
          door: "a door's token",
        })[kind],
    )
    .join(" or ")
