import { normaliseCardIdentifier, normaliseWalletAddress, type Tap } from "./identifier.ts"

/**
 * The cards of one entry: a lone one as it is, since that is the rule and a list each would weigh
 * more than the cards.
 */
export type Cards = string | readonly string[]

/** What a manifest says of one person. Only `people.ts` and `delta.ts` change one. */
export interface Person {
  /** Lower case. */
  readonly wallet_address: string
  /** Null when the roster does not list the person. */
  listed: Cards | null
  listed_ticket: boolean
  /** Null when the person is not among the admitted. */
  inside: Cards | null
  inside_ticket: boolean
}

/** People by something that names them; a Map is one. */
export interface Table {
  readonly get: (key: string) => Person | undefined
  readonly has: (key: string) => boolean
  readonly set: (key: string, person: Person) => unknown
  readonly delete: (key: string) => unknown
}

/** The people of a manifest, by wallet and by normalised card. */
export interface People {
  readonly by_wallet: Table
  readonly by_card: Table
  /** How many of the admitted hold no ticket. */
  walk_ins: number
}

/** No people yet. */
export const createPeople = (): People => ({
  by_wallet: new Map(),
  by_card: new Map(),
  walk_ins: 0,
})

/** The person a tap names, or undefined. */
export const findPerson = (people: People, tap: Tap): Person | undefined =>
  tap.type === "card"
    ? people.by_card.get(tap.value)
    : tap.type === "wallet"
      ? people.by_wallet.get(tap.value)
      : undefined

/** Whether a person holds a ticket, whichever list says so. */
export const hasTicket = (person: Person): boolean => person.listed_ticket || person.inside_ticket

/** A person whom no list names yet. */
export const newPerson = (wallet: string): Person => ({
  wallet_address: wallet,
  listed: null,
  listed_ticket: false,
  inside: null,
  inside_ticket: false,
})

/**
 * Sets a person's entry in the roster, or with `isInside` among the admitted; null for its cards
 * removes it.
 */
export const setEntry = (
  person: Person,
  cards: Cards | null,
  ticket: boolean,
  isInside: boolean,
): void => {
  if (isInside) {
    person.inside = cards
    person.inside_ticket = ticket
  } else {
    person.listed = cards
    person.listed_ticket = ticket
  }
}

/** How many seats a person takes as a walk-in: 1 if they were admitted without a ticket. */
export const walkInsOf = ({ inside, inside_ticket: ticket }: Person): number =>
  inside === null || ticket ? 0 : 1

/** The cards of both entries of a person. */
export const allCardsOf = ({ listed, inside }: Person): readonly string[] => [
  ...asList(listed),
  ...asList(inside),
]

const asList = (cards: Cards | null): readonly string[] =>
  typeof cards === "string" ? [cards] : (cards ?? [])

/**
 * Adds an entry of the roster, or with `isInside` of the admitted. False, and the people are of no
 * use, when it contradicts another one: a wallet that comes twice, or a card with two owners, whom
 * it admits would depend on the order of members.
 */
export const enlist = (
  people: People,
  address: string,
  presented: Cards,
  ticket: boolean,
  isInside: boolean,
): boolean => {
  const wallet = normaliseWalletAddress(address)
  const known = people.by_wallet.get(wallet)
  const person = known ?? newPerson(wallet)
  if ((isInside ? person.inside : person.listed) !== null) return false
  if (known === undefined) people.by_wallet.set(wallet, person)
  const cards =
    typeof presented === "string"
      ? normaliseCardIdentifier(presented)
      : presented.map(normaliseCardIdentifier)
  setEntry(person, cards, ticket, isInside)
  if (isInside) people.walk_ins += walkInsOf(person)
  return typeof cards === "string"
    ? own(people, cards, person)
    : cards.every((card) => own(people, card, person))
}

const own = (people: People, card: string, person: Person): boolean => {
  const owner = people.by_card.get(card)
  if (owner === undefined) people.by_card.set(card, person)
  return owner === undefined || owner === person
}
