import type { Role } from "./role.ts"

/**
 * Who asks. The HTTP server makes it from a token; an embedding program is the `host` unless it
 * says otherwise.
 */
export type Caller = Host | UserCaller | OrganizationCaller | ClientCaller | DoorCaller

/** The program that embeds the core, or the operator at the command line: may do everything. */
export interface Host {
  readonly kind: "host"
}

interface WithToken {
  readonly clientId: string
  readonly scopes: ReadonlySet<string>
  readonly sid: string
  /**
   * When the user behind the token last signed in; undefined where no user did, or the time is not
   * known, which counts as long ago.
   */
  readonly authTime?: Date | undefined
  /** Whether the app behind the token is the platform's own: the console takes no other. */
  readonly isFirstParty: boolean
}

/** A signed-in user, acting for themself. */
export interface UserCaller extends WithToken {
  readonly kind: "user"
  readonly userUuid: string
  /**
   * The platform's own staff: holds the ownership bypass, through first-party apps alone. Ask
   * {@link isServiceStaff}.
   */
  readonly isServiceStaff: boolean
}

/** A user acting for one organization. */
export interface OrganizationCaller extends WithToken {
  readonly kind: "organization"
  readonly userUuid: string
  readonly organizationUuid: string
  readonly isServiceStaff: boolean
}

/** An organization's app without a user. */
export interface ClientCaller extends WithToken {
  readonly kind: "client"
  readonly organizationUuid: string | undefined
  /** Chosen when the app was registered; undefined only reads. */
  readonly serviceRole: Role | undefined
}

/**
 * A device at the door of one session (`typ: door+jwt`): its token opens four routes of that
 * session and nothing else.
 */
export interface DoorCaller extends WithToken {
  readonly kind: "door"
  readonly deviceUuid: string
  readonly organizationUuid: string
  readonly sessionUuid: string
}

export const host: Host = { kind: "host" }

/** The user behind a token; undefined for an app, a door and the host. */
export const actingUser = (caller: Caller): string | undefined =>
  caller.kind === "user" || caller.kind === "organization" ? caller.userUuid : undefined

/**
 * Who has to share with others what all wait for: the user behind a token, else its app. Undefined
 * for the host, which shares as it sees fit.
 */
export const askerOf = (caller: Caller): string | undefined =>
  caller.kind === "host" ? undefined : (actingUser(caller) ?? caller.clientId)

/**
 * Whether the caller acts as the service's own staff: they may do everything, and events say
 * `origin: admin`. Only a first-party app carries that; in a third party's app they have the roles
 * they hold themselves.
 */
export const isServiceStaff = (caller: Caller): boolean =>
  (caller.kind === "user" || caller.kind === "organization") &&
  caller.isServiceStaff &&
  caller.isFirstParty

/** The organization a token is bound to; undefined when it is bound to none. */
export const boundOrganization = (caller: Caller): string | undefined =>
  caller.kind === "host" || caller.kind === "user" ? undefined : caller.organizationUuid

/**
 * Whether a token is bound to another organization than the one a thing belongs to: to such a token
 * it is absent. A door's token is bound to one session, which its calls look at.
 */
export const isElsewhere = (
  caller: Caller,
  { organizationUuid }: { readonly organizationUuid: string },
): boolean =>
  (caller.kind === "organization" || caller.kind === "client") &&
  caller.organizationUuid !== organizationUuid
