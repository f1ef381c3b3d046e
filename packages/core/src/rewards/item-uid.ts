import type { JsonObject } from "../foundation/kernel/json.ts"

/** Names one item of an issued content. */
export interface ItemUid {
  /** Id of the transaction that issued the item. */
  readonly transactionId: string
  /** Its place in the content, from 0. */
  readonly index: number
}

/** The `uid` of an issued item, `<transaction id>-<index>`. It stays when the item is transferred. */
export const itemUid = ({ transactionId, index }: ItemUid): string => `${transactionId}-${index}`

/** What a `uid` names; undefined for a text that `itemUid` never makes. */
export const parseItemUid = (uid: string): ItemUid | undefined => {
  const [, transactionId, index] = /^([a-z][0-9a-z]{1,31})-(0|[1-9][0-9]{0,4})$/.exec(uid) ?? []
  return transactionId === undefined ? undefined : { transactionId, index: Number(index) }
}

/** The transaction that issued the item of a `uid`, or the ticket: older ones have its id as `uid`. */
export const issueOf = (uid: string): string => parseItemUid(uid)?.transactionId ?? uid

/** The items of a content as a transaction issues them: each has its `uid`, not its author's. */
export const issuedItems = (
  items: readonly JsonObject[],
  transactionId: string,
): readonly JsonObject[] =>
  items.map((item, index) => ({ ...item, uid: itemUid({ transactionId, index }) }))
