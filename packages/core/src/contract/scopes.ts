/** Who can be asked for a scope: a person at consent, an organization's token, an app. */
export type ScopeAudience = "user" | "organization" | "client"

export interface Scope {
  readonly description: string
  readonly audience: readonly ScopeAudience[]
}

/** Every scope, in words a person understands. `/oauth2/scopes` reads from here. */
export const scopes = {
  "organization:read": { description: "See organizations and what they say of themselves", audience: ["user", "organization", "client"] },
  "organization:create": { description: "Found an organization", audience: ["user"] },
  "organization:write": { description: "Change an organization", audience: ["organization", "client"] },
  "membership_tier:read": { description: "See an organization's membership tiers", audience: ["user", "organization", "client"] },
  "membership_tier:write": { description: "Make and change membership tiers", audience: ["organization", "client"] },
  "organization:memberships:read": { description: "See an organization's members", audience: ["user", "organization", "client"] },
  "organization:memberships:write": { description: "Add, change and remove members", audience: ["organization", "client"] },
  "entitlement:read": { description: "See what a membership grants", audience: ["user", "organization", "client"] },
  "activity:read": { description: "See activities", audience: ["user", "organization", "client"] },
  "activity:write": { description: "Make and change activities", audience: ["organization", "client"] },
  "session:read": { description: "See sessions", audience: ["user", "organization", "client"] },
  "session:write": { description: "Make and change sessions", audience: ["organization", "client"] },
  "session:attendees:read": { description: "See who may attend and who attended", audience: ["organization", "client"] },
  "session:admit": { description: "Admit people at the door", audience: ["organization", "client"] },
  "wallet:read": { description: "See wallets and their balance", audience: ["user", "organization", "client"] },
  "wallet:transfer": { description: "Send points", audience: ["user", "organization", "client"] },
  "wallet_transactions:read": { description: "See the transactions of wallets", audience: ["user", "organization", "client"] },
} as const satisfies Readonly<Record<string, Scope>>

export type ScopeName = keyof typeof scopes

/** All scope names an audience can be granted, in order. */
export const scopesFor = (audience: ScopeAudience): readonly ScopeName[] =>
  (Object.keys(scopes) as ScopeName[]).filter((name) => (scopes[name].audience as readonly ScopeAudience[]).includes(audience))
