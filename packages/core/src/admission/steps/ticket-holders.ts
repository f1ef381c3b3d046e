import { Effect } from "effect"
import { countingWallets, type TicketPerson } from "../../rewards/steps/counting-wallets.ts"
import { Tx } from "../../foundation/unit-of-work.ts"

/**
 * Which of these people hold a valid ticket of a template, whichever of their wallets it lies in:
 * the wallets under which doors know them. The tickets stay with them until the transaction ends:
 * each is handed on before, or not at all.
 */
export const ticketHolders = Effect.fnUntraced(function* (
  template: string,
  people: readonly TicketPerson[],
) {
  const tx = yield* Tx
  const counting = yield* countingWallets(people)
  const held = yield* tx.tickets.heldIn(template, [...counting.keys()])
  return new Set(held.flatMap(({ walletAddress }) => counting.get(walletAddress) ?? []))
})
