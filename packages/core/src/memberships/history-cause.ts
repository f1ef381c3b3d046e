/** What changed a membership. */
export type HistoryCause =
  | "join"
  | "renew"
  | "tier_change"
  /** The organization's staff changed the row. */
  | "org_change"
  | "move"
  | "notice"
  | "resume"
  | "end"
  /** Its time ran out, written down when a user took its place. */
  | "lapse"
  | "reversal"
  | "card"
