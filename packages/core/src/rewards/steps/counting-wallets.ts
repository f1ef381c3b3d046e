import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"

/**
 * A person by the wallet under which doors know them; without a user it is a card without a holder.
 */
export interface TicketPerson {
  readonly walletAddress: string
  readonly userUuid: string | undefined
}

/**
 * The wallets whose tickets count for some people, each with the wallet under which doors know its
 * person: all of a user's own wallets, and those of the cards they claimed; a card without a holder
 * counts for itself.
 */
export const countingWallets = step(function* (people: readonly TicketPerson[]) {
  const tx = yield* Tx
  const known = new Map(
    people.flatMap(({ userUuid, walletAddress }) =>
      userUuid === undefined ? [] : [[userUuid, walletAddress]],
    ),
  )
  const users = [...known.keys()]
  const own = users.length === 0 ? [] : yield* tx.wallets.ofUsers(users, undefined)
  const cards =
    users.length === 0
      ? []
      : (yield* tx.cards.heldBy(users)).filter(({ claimedAt }) => claimedAt !== undefined)
  return new Map<string, string>([
    ...people.flatMap(({ userUuid, walletAddress }) =>
      userUuid === undefined ? [[walletAddress, walletAddress] as const] : [],
    ),
    ...own.map(({ address, userUuid }) => [address, known.get(userUuid ?? "") ?? ""] as const),
    ...cards.map(
      ({ walletAddress, holderUserUuid }) =>
        [walletAddress, known.get(holderUserUuid ?? "") ?? ""] as const,
    ),
  ])
})
