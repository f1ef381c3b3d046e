import type { Access, TokenKind } from "../foundation/access/permit.ts"
import type { ScopeName } from "./scopes.ts"

const letters = { U: "user", O: "organization", C: "client", D: "door" } as const

const tokens = (kinds: string): readonly TokenKind[] =>
  [...kinds].map((letter) => letters[letter as keyof typeof letters])

/**
 * Access of a call that only reads. `kinds`: U a user's token, O an org-scoped one, C an app's, D a
 * door's.
 */
export const reads = (scope: ScopeName, kinds: string, role?: Access["role"]): Access => ({
  scope,
  tokens: tokens(kinds),
  role,
  isRead: true,
  isFirstPartyOnly: false,
})

/** Access of a call that changes something. */
export const writes = (scope: ScopeName, kinds: string, role?: Access["role"]): Access => ({
  scope,
  tokens: tokens(kinds),
  role,
  isRead: false,
  isFirstPartyOnly: false,
})

/**
 * Access of a console call: first-party apps of the organization, or its team. No scope of the
 * published list fits.
 */
export const manages = (role: Access["role"]): Access => ({
  scope: undefined,
  tokens: tokens("UOC"),
  role,
  isRead: false,
  isFirstPartyOnly: true,
})

/** What an upload asks for, by the kind of its owner. */
export const uploadAccess = {
  user: writes("upload:user:write", "U"),
  organization: writes("upload:organization:write", "OC", "manager"),
  activity: writes("upload:activity:write", "OC", "manager"),
  reward: writes("upload:reward:write", "OC", "manager"),
} as const satisfies Readonly<Record<string, Access>>

/** Access of a call about an upload before its owner is known: {@link uploadAccess} decides. */
export const uploads: Access = {
  scope: undefined,
  tokens: tokens("UOC"),
  role: undefined,
  isRead: false,
  isFirstPartyOnly: false,
}

/** Access of a console call for the platform's own staff. */
export const administers: Access = {
  ...manages(undefined),
  tokens: tokens("UO"),
  isServiceStaffOnly: true,
}
