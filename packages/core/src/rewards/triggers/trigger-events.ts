/** What an event may tell beside whom it happened to, and what a trigger can be narrowed to. */
export const triggerFacts = ["activity_uuid", "session_uuid", "tier_uuid"] as const
/** One of {@link triggerFacts}. */
export type TriggerFact = (typeof triggerFacts)[number]

/** An event that triggers can count. */
export interface TriggerEventKind {
  /** When it happens, and whom it counts for. */
  readonly meaning: string
  /**
   * Whether the service notices it by itself. The others count when the organization tells of them.
   */
  readonly isNoticed: boolean
  /** What the service tells of it. */
  readonly facts: readonly TriggerFact[]
}

const attendance = ["activity_uuid", "session_uuid"] as const

/** The events that triggers can count, beside `custom.<name>`. */
export const triggerEvents = {
  "membership.joined": {
    meaning: "a membership of the person starts",
    isNoticed: true,
    facts: ["tier_uuid"],
  },
  "membership.renewed": {
    meaning: "a membership of the person renews",
    isNoticed: true,
    facts: ["tier_uuid"],
  },
  "membership.tier_changed": {
    meaning: "a membership of the person moves to another tier; `tier_uuid` is the new one",
    isNoticed: true,
    facts: ["tier_uuid"],
  },
  "membership.left": {
    meaning: "the person leaves, is removed or revoked",
    isNoticed: true,
    facts: ["tier_uuid"],
  },
  "session.attended": {
    meaning: "the person is admitted to a session; each session counts once",
    isNoticed: true,
    facts: attendance,
  },
  "session.checked_in": {
    meaning: "the person is admitted to a session; each admission counts, coming in again too",
    isNoticed: true,
    facts: attendance,
  },
  "activity.attended": {
    meaning: "the person is admitted to a session of an activity; each activity counts once",
    isNoticed: true,
    facts: attendance,
  },
  "activity.completed": {
    meaning:
      "the person has been at every session of an activity that is not cancelled; each activity counts once",
    isNoticed: true,
    facts: attendance,
  },
  "reward.redeemed": {
    meaning: "a reward is in a wallet of the person, however it was issued",
    isNoticed: true,
    facts: [],
  },
  "reward.claimed": {
    meaning: "the person claims a reward",
    isNoticed: true,
    facts: [],
  },
  "ticket.transferred": {
    meaning: "the person gives a ticket away",
    isNoticed: true,
    facts: [],
  },
  "card.linked": {
    meaning: "a card of the organization gets the person as its holder",
    isNoticed: true,
    facts: [],
  },
  "contact.saved": {
    meaning: "the person saves a contact at a session of the organization that has begun",
    isNoticed: true,
    facts: attendance,
  },
  "profile.completed": {
    meaning:
      "first name, last name and a verified e-mail address of a member become complete; once for each person",
    isNoticed: true,
    facts: [],
  },
  "asset.installed": {
    meaning: "the person installs the assets of a reward; each reward counts once",
    isNoticed: true,
    facts: [],
  },
  "wallet.created": {
    meaning:
      "the person gets a wallet in the organization; who is no member counts as the wallet alone",
    isNoticed: true,
    facts: [],
  },
} as const satisfies Readonly<Record<string, TriggerEventKind>>

/** An event of the service, by name. */
export type NamedTriggerEvent = keyof typeof triggerEvents
/** An event that triggers can count. */
export type TriggerEvent = NamedTriggerEvent | `custom.${string}`

/** Whether triggers can count an event of this name. */
export const isTriggerEvent = (name: string): name is TriggerEvent =>
  Object.hasOwn(triggerEvents, name) || /^custom\.[a-z][a-z0-9_]*$/.test(name)

/** What the service tells of an event; an organization may tell anything of one of its own. */
export const factsOfEvent = (event: TriggerEvent): readonly TriggerFact[] =>
  Object.hasOwn(triggerEvents, event)
    ? triggerEvents[event as NamedTriggerEvent].facts
    : triggerFacts
