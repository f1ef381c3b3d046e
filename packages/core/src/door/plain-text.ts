import type { Cards } from "./people.ts"

const QUOTE = 34
const COMMA = 44
const BRACE = 125
const CARDS = '":{"card_identifiers":['
const TICKET = '],"has_ticket":true}'
const NO_TICKET = '],"has_ticket":false}'
const NO_CARDS: Cards = []

/** Takes one entry; false stops the reading. */
export type TakeHolder = (wallet: string, cards: Cards, hasTicket: boolean) => boolean

/**
 * Reads the entries of a `roster` or `admitted` object straight from a text, from behind its
 * opening brace, and returns where its closing one is; -1 when anything is not as a server writes
 * it: exactly the two members in their order, no white space, wallets strictly ascending (so that
 * none comes twice).
 *
 * It takes every quotation mark for the end of a string, hence is right only where the text has no
 * backslash; that, and what else a string may not contain, {@link plainBytes} checks. A few native
 * searches for each holder are all there is to do, where a parser and an index built from its
 * objects do several times as much.
 */
export const readHolders = (text: string, start: number, take: TakeHolder): number => {
  let at = start
  let previous = ""
  while (text.charCodeAt(at) === QUOTE) {
    const end = text.indexOf('"', at + 1)
    const wallet = text.slice(at + 1, end)
    if (end < 0 || !(previous < wallet) || !text.startsWith(CARDS, end)) return -1
    previous = wallet
    const list = end + CARDS.length
    const close = endOfCards(text, list)
    if (close < 0) return -1
    const ticket = text.startsWith(TICKET, close)
    if (!ticket && !text.startsWith(NO_TICKET, close)) return -1
    if (!take(wallet, cardsBetween(text, list, close), ticket)) return -1
    at = close + (ticket ? TICKET : NO_TICKET).length
    if (text.charCodeAt(at) !== COMMA) return text.charCodeAt(at) === BRACE ? at : -1
    at += 1
  }
  return at === start && text.charCodeAt(at) === BRACE ? at : -1
}

/** Where a list of strings that are not empty ends, or -1. */
const endOfCards = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) === QUOTE) {
    const end = text.indexOf('"', at + 1)
    if (end < at + 2) return -1
    at = end + 1
    if (text.charCodeAt(at) !== COMMA) return at
    at += 1
  }
  return at === start ? at : -1
}

const cardsBetween = (text: string, start: number, end: number): Cards => {
  if (start === end) return NO_CARDS
  const cards = text.slice(start + 1, end - 1)
  if (cards.includes('"')) return cards.split('","')
  // Put together from two, so that it becomes a text of its own: engines let a longer slice point
  // into the whole text, and comparing such a one with what a scanner reads takes several times as
  // long.
  return cards.slice(0, 12) + cards.slice(12)
}

/**
 * The UTF-8 bytes of a stretch of text, or null when it contains a backslash, a control character
 * or anything beyond ASCII. In what remains a string stands for itself, and its canonical spelling
 * is the one it has.
 */
export const plainBytes = (text: string, start: number, end: number): Uint8Array | null => {
  const bytes = new Uint8Array(end - start)
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || unit > 0x7e || unit === 0x5c) return null
    bytes[at - start] = unit
  }
  return bytes
}
