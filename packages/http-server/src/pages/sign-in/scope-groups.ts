import type { Interaction } from "@symbolon/core"

type Scope = Interaction["scopes"][number]

/** What scopes are about, by how their names begin, in the order in which they are shown. */
const titles: readonly (readonly [title: string, beginnings: readonly string[]])[] = [
  ["About you", ["openid", "profile", "email", "phone", "user", "account"]],
  ["Your points and wallets", ["wallet", "wallet_transactions", "transaction"]],
  ["Memberships", ["membership", "membership_tier", "entitlement", "card", "card_model"]],
  ["Organizations", ["organization", "organizations"]],
  ["Activities and sessions", ["activity", "session"]],
  ["Rewards", ["reward", "reward_trigger"]],
  ["Contacts and profile pages", ["contact", "profile_page"]],
  ["Files", ["file", "upload", "asset"]],
]
const others = "Other"

/** Scopes by topic; in each group, the most powerful first. */
export const groupsOf = (
  scopes: readonly Scope[],
): readonly { readonly title: string; readonly scopes: readonly Scope[] }[] =>
  [...titles.map(([title]) => title), others]
    .map((title) => ({
      title,
      scopes: scopes
        .filter(({ name }) => titleOf(name) === title)
        .toSorted((a, b) => Number(b.isSensitive) - Number(a.isSensitive)),
    }))
    .filter(({ scopes: grouped }) => grouped.length > 0)

const titleOf = (name: string): string => {
  const [beginning = "", second] = name.split(":")
  // `organization:memberships:read` is about memberships, `organization:cards:read` about cards.
  const about = second === "memberships" ? "membership" : second === "cards" ? "card" : beginning
  return titles.find(([, beginnings]) => beginnings.includes(about))?.[0] ?? others
}
