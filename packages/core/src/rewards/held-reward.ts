import type { JsonObject } from "../foundation/kernel/json.ts"
import type { Transaction } from "../ledger/entries/transaction.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"
import type { IssuedRewardContent } from "./issued-content.ts"
import type { HeldReward } from "./results.ts"

/**
 * The wallets that a person reads as their own, each with the index of the log from which on;
 * undefined from the beginning.
 */
export type HeldWallets = ReadonlyMap<string, number | undefined>

/**
 * Whether a transaction brought something into a wallet of the person, and stands: what was
 * reversed is not held, nor what came to a card while another person held it.
 */
export const isReceived = (
  { body, status, logIndex }: Transaction,
  wallets: HeldWallets,
): boolean =>
  status === "confirmed" &&
  wallets.has(body.to_address) &&
  logIndex >= (wallets.get(body.to_address) ?? 0)

/**
 * The ticket that an item of a content is, if it is one that the ledger follows: by its uid, or by
 * the transaction that issued it.
 */
export const ticketOfItem = (
  item: JsonObject,
  issuedBy: string,
  tickets: readonly TicketHolding[],
): TicketHolding | undefined =>
  item["type"] === "ticket"
    ? tickets.find(({ uid }) => uid === item["uid"] || uid === issuedBy)
    : undefined

/**
 * What a transaction leaves its receiver of the content that another, or itself, issued; undefined
 * when nothing: its tickets were handed on, or revoked. A ticket is where its last transaction
 * brought it; every other item stays with the first receiver.
 */
export const heldContent = (
  content: IssuedRewardContent,
  { transactionId, issuedBy }: { readonly transactionId: string; readonly issuedBy: string },
  tickets: readonly TicketHolding[],
): IssuedRewardContent | undefined => {
  const items = content.items.filter((item) => {
    const ticket = ticketOfItem(item, issuedBy, tickets)
    if (ticket === undefined) return transactionId === issuedBy
    return ticket.state === "valid" && ticket.transactionId === transactionId
  })
  const isGone = items.length === 0 && (content.items.length > 0 || transactionId !== issuedBy)
  return isGone ? undefined : { ...content, items }
}

/** What stands for an item in a list of pictures; undefined where it has none. */
export const previewUrlOf = (item: JsonObject): string | undefined => {
  const { preview_url: preview, image_url: image, url, type, content_type: contentType } = item
  const isImage =
    type === "asset" || (typeof contentType === "string" && contentType.startsWith("image/"))
  return [preview, image, isImage ? url : undefined].find((each) => typeof each === "string")
}

/** Whether an item can be installed on a profile: an asset, unless its author says otherwise. */
export const isInstallable = (item: JsonObject): boolean =>
  item["type"] === "asset" && item["installable"] !== false

/**
 * Leaves contents out of a list once those before took up its room: what is left of them are the
 * names, by which a client opens one alone.
 */
export const withinBudget = (
  rewards: readonly HeldReward[],
  bytesMax: number,
): readonly HeldReward[] => {
  let room = bytesMax
  return rewards.map((reward) => {
    const { content } = reward
    const size = Buffer.byteLength(JSON.stringify(content))
    if (size > room)
      return { ...reward, content: { ...content, data: {}, items: [] }, isOmitted: true }
    room -= size
    return reward
  })
}
