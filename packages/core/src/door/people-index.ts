import type { Cards, People, Person, Table } from "./people.ts"
import { plainBytes } from "./plain-text.ts"

const QUOTE = 34
const COMMA = 44
const BRACE = 125
const CARDS = '":{"card_identifiers":['
const TICKET = '],"has_ticket":true}'
const NO_TICKET = '],"has_ticket":false}'
/** Where the letters start that a wallet does not have, and a card neither. */
const UPPER = 65
const LOWER = 97

/**
 * The people of a manifest where its text names them: tables of places, and no object or text for
 * any person. So a door takes a large roster in about as long as its signature takes to verify, and
 * keeps it in little more than the text.
 *
 * A place is an offset in `bytes`, doubled. Both tables are open addressing with linear probing,
 * two numbers to a slot.
 */
export interface PeopleIndex {
  readonly text: string
  /** Where the payload starts in `text`. */
  readonly start: number
  /** The payload, in which every string stands for itself; see `plainBytes`. */
  readonly bytes: Uint8Array
  /**
   * The multiplier of the hash: odd, and secret, so that an attacker cannot choose identifiers that
   * collide.
   */
  readonly multiplier: number
  /**
   * For each wallet its places in `roster` and in `admitted`, each plus 1 with a ticket, 0 where it
   * is not.
   */
  readonly wallets: Int32Array
  /**
   * For each card its place, and the slot of its wallet, plus 1 where it is the first card of the
   * entry that names the wallet.
   */
  readonly cards: Int32Array
  /** How many of the admitted hold no ticket. */
  walk_ins: number
}

/** An empty index with this many slots (a power of two) in each table. */
export const createIndex = (
  text: string,
  start: number,
  bytes: Uint8Array,
  multiplier: number,
  slots: number,
): PeopleIndex => ({
  text,
  start,
  bytes,
  multiplier,
  wallets: new Int32Array(2 * slots),
  cards: new Int32Array(2 * slots),
  walk_ins: 0,
})

/**
 * Adds the entries of `roster`, or with `list` 1 of `admitted`, from behind the opening brace (an
 * offset in `bytes`), and returns where the closing one is. -1 when anything is not as a server
 * writes it: exactly the two members in their order, no white space, wallets strictly ascending (so
 * that none comes twice), identifiers in the spelling that is looked up, no card with two owners,
 * and no more of all than there is room for. The index is of no use then.
 */
export const indexHolders = (index: PeopleIndex, from: number, list: 0 | 1): number => {
  const { text, start, bytes, multiplier, wallets, cards } = index
  // Half of it is for the other list.
  const room = (3 * cards.length) / 16
  let [people, owned] = [0, 0]
  let at = from
  for (let previous = from; bytes[at] === QUOTE; at += 1) {
    const name = at + 1
    at = endOfKey(bytes, name, UPPER, multiplier)
    if (at < 0 || compare(bytes, previous, bytes, name) >= 0 || !text.startsWith(CARDS, start + at))
      return -1
    previous = name
    people += 1
    if (people > room) return -1
    const wallet = slotAt(wallets, bytes, bytes, name)
    at += CARDS.length
    for (let isFirst = wallets[wallet + 1] === 0; bytes[at] === QUOTE; isFirst = false) {
      const card = at + 1
      at = endOfKey(bytes, card, LOWER, multiplier)
      if (at <= card) return -1
      const slot = slotAt(cards, bytes, bytes, card)
      if (cards[slot] === 0) {
        cards[slot] = 2 * card
        cards[slot + 1] = wallet + (isFirst ? 1 : 0)
        owned += 1
        if (owned > room) return -1
      } else if ((cards[slot + 1]! & ~1) !== wallet) return -1
      at += 1
      // A comma that no card follows stays where the list has to end, which is refused below.
      if (bytes[at] === COMMA && bytes[at + 1] === QUOTE) at += 1
      else break
    }
    const ticket = text.startsWith(TICKET, start + at) ? 1 : 0
    if (ticket === 0 && !text.startsWith(NO_TICKET, start + at)) return -1
    wallets[wallet + list] = 2 * name + ticket
    index.walk_ins += list & ~ticket
    at += ticket ? TICKET.length : NO_TICKET.length
    if (bytes[at] !== COMMA) return bytes[at] === BRACE ? at : -1
  }
  return at === from && bytes[at] === BRACE ? at : -1
}

/**
 * The people of an index. A person is read from it when first looked up; people who were looked up
 * or changed are kept in a map over it.
 */
export const indexedPeople = (index: PeopleIndex): People => {
  const byWallet = lazily((wallet): Person | undefined =>
    personIn(index, slotOf(index, wallet, false)),
  )
  const byCard = lazily((card): Person | undefined => {
    const slot = slotOf(index, card, true)
    return slot < 0 ? undefined : byWallet.get(walletIn(index, slot))
  })
  return { by_wallet: byWallet, by_card: byCard, walk_ins: index.walk_ins }
}

const lazily = (read: (key: string) => Person | undefined): Table => {
  const known = new Map<string, Person | null>()
  const get = (key: string): Person | undefined => {
    const found = known.get(key)
    if (found !== undefined) return found === null ? undefined : found
    const person = read(key)
    if (person !== undefined) known.set(key, person)
    return person
  }
  return {
    get,
    has: (key) => get(key) !== undefined,
    set: (key, person) => known.set(key, person),
    delete: (key) => known.set(key, null),
  }
}

const walletAt = ({ text, start }: PeopleIndex, place: number): string => {
  const at = start + (place >> 1)
  return text.slice(at, text.indexOf('"', at))
}

const walletIn = (index: PeopleIndex, card: number): string =>
  walletAt(index, placeAt(index.wallets, index.cards[card + 1]! & ~1) * 2)

const personIn = (index: PeopleIndex, slot: number): Person | undefined => {
  if (slot < 0) return undefined
  const [listed, inside] = [index.wallets[slot]!, index.wallets[slot + 1]!]
  return {
    wallet_address: walletAt(index, listed || inside),
    listed: cardsAt(index, listed),
    listed_ticket: (listed & 1) === 1,
    inside: cardsAt(index, inside),
    inside_ticket: (inside & 1) === 1,
  }
}

const cardsAt = ({ text, start }: PeopleIndex, place: number): Cards | null => {
  if (place === 0) return null
  const list = text.indexOf("[", start + (place >> 1)) + 1
  const close = text.indexOf("]", list)
  const cards = list === close ? [] : text.slice(list + 1, close - 1).split('","')
  return cards.length === 1 ? cards[0]! : cards
}

// The `!` here say that an index computed from a mask or found before is inside the array.

/** The slot of a wallet, or with `isCard` of a card, -1 when the index does not have it. */
const slotOf = (
  { bytes, multiplier, wallets, cards }: PeopleIndex,
  value: string,
  isCard: boolean,
): number => {
  const key = plainBytes(`${value}"`, 0, value.length + 1)
  if (key === null || endOfKey(key, 0, isCard ? LOWER : UPPER, multiplier) !== value.length)
    return -1
  const table = isCard ? cards : wallets
  const slot = slotAt(table, bytes, key, 0)
  return placeAt(table, slot) === 0 ? -1 : slot
}

/**
 * The slot of the string that was read last and starts at `from` in `key`, or the empty one that is
 * to become its own.
 */
const slotAt = (table: Int32Array, bytes: Uint8Array, key: Uint8Array, from: number): number => {
  let slot = (hash ^ (hash >>> 15)) & (table.length - 2)
  for (;;) {
    const place = placeAt(table, slot)
    if (place === 0 || compare(bytes, place, key, from) === 0) return slot
    slot = (slot + 2) & (table.length - 2)
  }
}

const placeAt = (table: Int32Array, slot: number): number => (table[slot]! || table[slot + 1]!) >> 1

/** Of the string that {@link endOfKey} read last. */
let hash = 0

/**
 * Hashes a string and tells where it ends; -1 when it has one of 26 letters, a bracket, or what
 * sorts below a quotation mark.
 */
const endOfKey = (bytes: Uint8Array, from: number, letters: number, multiplier: number): number => {
  let sum = 0
  let at = from
  for (let unit = bytes[at]!; unit !== QUOTE; unit = bytes[at]!) {
    // Written so that the end of the bytes stops it too.
    if (!(unit > QUOTE) || (unit - letters) >>> 0 < 26 || unit === 91 || unit === 93) return -1
    sum = Math.imul(sum ^ unit, multiplier)
    at += 1
  }
  hash = sum
  return at
}

/**
 * Below 0 when the one string sorts before the other, 0 when it is the same; of strings that passed
 * {@link endOfKey}.
 */
const compare = (bytes: Uint8Array, one: number, others: Uint8Array, other: number): number => {
  let n = 0
  while (bytes[one + n] === others[other + n] && bytes[one + n] !== QUOTE) n += 1
  return bytes[one + n]! - others[other + n]!
}
