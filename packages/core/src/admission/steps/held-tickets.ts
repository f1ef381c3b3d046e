import { reservesSeat } from "../../ledger/tickets/door-terms.ts"
import type { TicketHolding } from "../../ledger/tickets/ticket-holding.ts"
import { countingWallets, type TicketPerson } from "../../rewards/steps/counting-wallets.ts"
import type { Session } from "../../sessions/session.ts"
import { ticketDoorOf } from "../../sessions/window.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"

const noTickets: ReadonlyMap<string, readonly TicketHolding[]> = new Map()

/** The door of a session, as tickets see it. */
export const ticketDoor = step(function* (session: Session) {
  const { settings } = yield* Ports
  return ticketDoorOf(session, settings.doors.opensBeforeSeconds)
})

/**
 * The valid tickets of a template that these people hold (none of no template), whichever of their wallets they lie in, by
 * the wallets under which doors know them. The tickets stay with them until the transaction ends:
 * each is handed on before, or not at all.
 */
export const heldTickets = step(function* (
  template: string | undefined,
  people: readonly TicketPerson[],
) {
  if (template === undefined) return noTickets
  const tx = yield* Tx
  const counting = yield* countingWallets(people)
  const held: readonly TicketHolding[] = yield* tx.tickets.heldIn(template, [...counting.keys()])
  const byPerson: ReadonlyMap<string, readonly TicketHolding[]> = Map.groupBy(
    held,
    ({ walletAddress }) => counting.get(walletAddress) ?? "",
  )
  return byPerson
})

/** Which of these people have a seat reserved by a ticket, by the wallets under which doors know them. */
export const seatHolders = step(function* (
  template: string,
  people: readonly TicketPerson[],
  session: Session,
) {
  const held = yield* heldTickets(template, people)
  const door = yield* ticketDoor(session)
  const seated = [...held].filter(([, tickets]) =>
    tickets.some((ticket) => reservesSeat(ticket, door)),
  )
  return new Set(seated.map(([walletAddress]) => walletAddress))
})
