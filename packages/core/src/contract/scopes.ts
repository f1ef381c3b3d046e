/** Who can be asked for a scope: a person at consent, an organization's token, an app. */
export type ScopeAudience = "user" | "organization" | "client"

/** What a scope is about, in the order in which they are shown. */
export const scopeGroups = [
  "identity",
  "organizations",
  "memberships",
  "activities",
  "doors",
  "wallets",
  "rewards",
  "cards",
  "contacts",
  "files",
] as const
export type ScopeGroup = (typeof scopeGroups)[number]

export interface Scope {
  readonly description: string
  readonly audience: readonly ScopeAudience[]
  readonly group: ScopeGroup
  /**
   * Whether the consent page should highlight it: it reveals who the user is, or spends or opens
   * what belongs to the user.
   */
  readonly sensitive: boolean
}

const letters = { U: "user", O: "organization", C: "client" } as const

/** `kinds`: U a person, O an organization's token, C an app. */
const scope = (
  group: ScopeGroup,
  kinds: string,
  description: string,
  sensitive = false,
): Scope => ({
  description,
  audience: [...kinds].map((letter) => letters[letter as keyof typeof letters]),
  group,
  sensitive,
})

/**
 * Every scope, in words a person understands. `/oauth2/scopes` reads from here. Those of endpoints
 * that are still to come are here already: users who consent now need not be asked again.
 */
export const scopes = {
  openid: scope("identity", "U", "Know who you are"),
  profile: scope("identity", "U", "See your name"),
  email: scope("identity", "U", "See your e-mail address", true),
  phone: scope("identity", "U", "See your phone number", true),
  offline_access: scope("identity", "U", "Stay connected while you are away"),
  "user:read": scope("identity", "UOC", "See people's names, and yours"),
  "profile:read": scope("identity", "UOC", "See public profile pages"),
  "subscription:read": scope("identity", "U", "See your subscription"),
  "organization:read": scope("organizations", "UOC", "See organizations and their descriptions"),
  "organization:create": scope("organizations", "U", "Create an organization"),
  "organization:write": scope("organizations", "OC", "Change an organization"),
  "organization:staff:read": scope("organizations", "UOC", "See an organization's team"),
  "membership:read": scope("memberships", "UO", "See your memberships"),
  "membership:write": scope("memberships", "U", "Join, change and leave memberships for you", true),
  "membership_tier:read": scope("memberships", "UOC", "See an organization's membership tiers"),
  "membership_tier:write": scope("memberships", "OC", "Create and change membership tiers"),
  "organization:memberships:read": scope("memberships", "UOC", "See an organization's members"),
  "organization:memberships:write": scope("memberships", "OC", "Add, change and remove members"),
  "entitlement:read": scope("memberships", "UOC", "See what a membership grants"),
  "activity:read": scope("activities", "UOC", "See activities"),
  "activity:write": scope("activities", "OC", "Create and change activities"),
  "session:read": scope("activities", "UOC", "See sessions"),
  "session:write": scope("activities", "OC", "Create and change sessions"),
  "session:attendees:read": scope("doors", "OC", "See who may attend and who attended"),
  "session:admit": scope("doors", "OC", "Admit people at the door"),
  "session:check_in": scope("doors", "U", "Check you in at sessions"),
  "session:devices:write": scope("doors", "OC", "Create tokens for devices at a session's door"),
  "wallet:read": scope("wallets", "UOC", "See wallets and their balance"),
  "wallet:transfer": scope("wallets", "UOC", "Send points", true),
  "wallet:decrypt": scope("wallets", "UO", "Decrypt the content of transactions", true),
  "wallet_transactions:read": scope("wallets", "UOC", "See the transactions of wallets"),
  "reward:read": scope("rewards", "UOC", "See rewards, and what yours contain", true),
  "reward:write": scope("rewards", "OC", "Create and change rewards"),
  "reward:claim": scope("rewards", "U", "Claim rewards for you", true),
  "reward:issue": scope("rewards", "OC", "Give and redeem rewards"),
  "reward_trigger:read": scope("rewards", "UOC", "See automatic reward rules"),
  "reward_trigger:write": scope("rewards", "OC", "Create and change automatic reward rules"),
  "card:read": scope("cards", "U", "See your cards"),
  "card:write": scope("cards", "U", "Claim, name and freeze cards for you", true),
  "organization:cards:read": scope("cards", "UOC", "See an organization's cards"),
  "organization:cards:write": scope("cards", "OC", "Assign and change an organization's cards"),
  "card_model:read": scope("cards", "UOC", "See an organization's card models"),
  "card_model:write": scope("cards", "OC", "Create and change card models"),
  "contact:read": scope("contacts", "U", "See your contacts", true),
  "contact:write": scope("contacts", "U", "Add and change your contacts", true),
  "contact:drop": scope("contacts", "U", "Share your contact details with others", true),
  "file:read": scope("files", "UOC", "See files"),
  "file:write": scope("files", "U", "Delete your files", true),
  "upload:user:write": scope("files", "U", "Upload files for you"),
  "upload:organization:write": scope("files", "OC", "Upload files for an organization"),
  "upload:activity:write": scope("files", "OC", "Upload files for activities"),
  "upload:reward:write": scope("files", "OC", "Upload files for rewards"),
  "asset:read": scope("files", "U", "See your installed assets"),
  "asset:write": scope("files", "U", "Install and equip assets for you"),
} as const satisfies Readonly<Record<string, Scope>>

export type ScopeName = keyof typeof scopes

/** All scope names an audience can be granted, in order. */
export const scopesFor = (audience: ScopeAudience): readonly ScopeName[] =>
  (Object.keys(scopes) as ScopeName[]).filter((name) => scopes[name].audience.includes(audience))
