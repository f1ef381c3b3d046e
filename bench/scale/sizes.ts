/** How many rows a store is filled with. */
export interface Sizes {
  readonly organizations: number
  readonly users: number
  /** All of the large club's, and the rest in turns among the other organizations. */
  readonly memberships: number
  /** Of the memberships, those of the large club. */
  readonly clubMembers: number
  readonly transactions: number
  /** Of those, the ones that went to a single busy wallet. */
  readonly ofBusyWallet: number
  readonly sessions: number
  /** Who attended one session of the large club. */
  readonly attendees: number
}

const whole: Sizes = {
  organizations: 10_000,
  users: 1_000_000,
  memberships: 2_000_000,
  clubMembers: 100_000,
  transactions: 5_000_000,
  ofBusyWallet: 100_000,
  sessions: 100_000,
  attendees: 50_000,
}

/** A share of the whole, of each kind at least a hundred. */
export const sizesOf = (share: number): Sizes => {
  const part = (size: number): number => Math.max(100, Math.round(size * share))
  return {
    organizations: part(whole.organizations),
    users: part(whole.users),
    memberships: part(whole.memberships),
    clubMembers: part(whole.clubMembers),
    transactions: part(whole.transactions),
    ofBusyWallet: part(whole.ofBusyWallet),
    sessions: part(whole.sessions),
    attendees: part(whole.attendees),
  }
}
