import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import {
  BadRequest,
  Conflict,
  type IdentifierUnresolved,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { canonicalIdentifier, type IdentifierRef } from "../../identifiers/identifier.ts"
import {
  validatePosting,
  isClosed,
  type KeyedPosting,
  receiverGone,
} from "../../ledger/commit/posting-change.ts"
import {
  requestDigest,
  metaOf,
  outcomeKey,
  postedEntry,
  submitPosting,
} from "../../ledger/commit/submit-posting.ts"
import { post, type Posted, type PostRefusal } from "../../ledger/entries/post.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { mustNotBeFrozen, walletFor } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import { openTicketWallet, ticketWallet } from "../steps.ts"
import {
  permitTransfer,
  type Receiver,
  type TicketHolding,
  ticketMoved,
  ticketOn,
} from "../../ledger/tickets/ticket-holding.ts"
import { isUsed, type TicketUse } from "../../ledger/tickets/ticket-use.ts"
import { resolveReceiver } from "../../identifiers/steps.ts"
import { permitReceiver } from "../issued-reward.ts"
import { handedOnContent } from "../prepare-handover.ts"
import { sealedForReceivers } from "../steps/holdings.ts"
import { standingOf } from "../steps/issuing.ts"
import { ticketInLine } from "../steps/ticket-line.ts"
import type { TransferTicketInput } from "../inputs.ts"

/**
 * Transfers a ticket: a ledger entry of amount 0 that names the previous entry of the ticket.
 * `Conflict` for a ticket that has moved on or was taken back. The same request under the same key
 * moves it once.
 */
export const transfer = step(function* (caller: Caller, input: TransferTicketInput) {
  yield* Effect.fromResult(validatePosting({ ...input, amount: 0 }, 0))
  const { ids } = yield* Ports
  const { description = "", referenceId = "", tags = [], idempotencyKey } = input
  const { from, organizationUuid, known, outcome, carried } = yield* read(function* (tx, now) {
    const from = yield* walletFor(caller, accessOf(endpoints.transfer), input.wallet)
    const outcome = outcomeKey("transfer", from, idempotencyKey)
    const { ticket, organizationUuid, brought } = yield* ticketBrought(input.transaction, from)
    if ((yield* tx.ledger.outcome(outcome)) === undefined) {
      yield* mustNotBeFrozen(from)
      yield* permitNextHolder(ticket, input.to, now)
    }
    const [carried] = yield* sealedForReceivers(brought.encryptedData === "" ? [] : [brought])
    return {
      from,
      organizationUuid,
      outcome,
      carried,
      known: yield* ticketWallet(input.to, organizationUuid),
    }
  })
  const to = known ?? (yield* opened(input.to, organizationUuid))
  if (from.address === to.address) return yield* toItself()
  const bound = { id: ids.cuid(), from: from.address, to: to.address }
  const posting = postedEntry({
    ...bound,
    ...(yield* handedOnContent(carried, bound)),
    transactionType: "ticket_transfer",
    amount: 0,
    referenceId,
    originalTransactionId: input.transaction,
    meta: yield* metaOf(description, tags),
  })
  const decide: KeyedPosting<IdentifierUnresolved | PostRefusal>["decide"] = (view, signing) => {
    if (isClosed(view, to.address)) return Result.fail(receiverGone)
    const ticket = ticketOn(view.tickets, input.transaction)
    if (ticket === undefined) return Result.fail(handedOn)
    if (ticket.state !== "valid") return Result.fail(takenBack)
    const use = view.ticketUses?.get(ticket.uid)
    if (!isHandedOn(to, use)) return post(view, posting, signing)
    if (use !== undefined && isUsed(use, view.tickets, signing.now)) return Result.fail(used)
    return Result.flatMap(
      permitTransfer(ticket, signing.now),
      (): Result.Result<Posted, PostRefusal> => post(view, posting, signing),
    )
  }
  const alongside: KeyedPosting["alongside"] = (view, { transaction }) => {
    const ticket = ticketOn(view.tickets, input.transaction)
    if (ticket === undefined) return {}
    const isAnothers = isHandedOn(to, view.ticketUses?.get(ticket.uid))
    return { movedTickets: [ticketMoved(ticket, transaction, to, isAnothers)] }
  }
  const needs = {
    wallets: [from.address, to.address],
    transactions: [],
    tickets: [input.transaction],
  }
  const keyed = {
    outcomeKey: outcome,
    idempotencyKey,
    digest: digestOf(input, from),
    id: posting.id,
    needs,
    decide,
    alongside,
  }
  return yield* submitPosting({ from, keyed, isCounted: true })
})

/** Of the request; not where the receiver receives, which may change between two tries. */
const digestOf = (
  { to, transaction, description = "", referenceId = "", tags = [] }: TransferTicketInput,
  { address }: Wallet,
): string =>
  requestDigest("ticket_transfer", {
    from: address,
    to: { ...canonicalIdentifier(to) },
    transaction_id: transaction,
    description,
    reference_id: referenceId,
    tags: [...tags],
  })

/**
 * Whether a ticket goes to another person: into another wallet of the same person's it goes whatever
 * it was used for, and whatever its terms.
 */
const isHandedOn = ({ userUuid }: Receiver, use: TicketUse | undefined): boolean =>
  userUuid === undefined || userUuid !== use?.holderUuid

const toItself = () =>
  new BadRequest({ field: "to", reason: "A wallet cannot send to itself. Send to another wallet." })

const handedOn = new Conflict({
  reason: "ticket_moved",
  message: "The transaction has no ticket, or the ticket was handed on.",
})
const used = new Conflict({
  reason: "ticket_used",
  message:
    "The holder was admitted with this ticket, so it cannot be handed on. After the session, it can be handed on if it is valid for another session.",
})
const takenBack = new Conflict({
  reason: "ticket_void",
  message: "The ticket was revoked and is no longer valid.",
})

const opened = step(function* (to: IdentifierRef, organizationUuid: string) {
  const key = yield* prepareKey()
  return yield* transact(function* (_tx, now) {
    return yield* openTicketWallet(to, organizationUuid, key, now)
  })
})

/**
 * The ticket that a transaction brought into a wallet, with its organization: that of the treasury at
 * the beginning of its line.
 */
const ticketBrought = step(function* (id: string, holder: Wallet) {
  const tx = yield* Tx
  const brought = yield* tx.transactions.find(id)
  if (brought?.body.to_address !== holder.address)
    return yield* new NotFound({ what: "transaction" })
  const ticket = yield* ticketInLine(brought)
  if (ticket === undefined) return yield* new NotFound({ what: "transaction" })
  return { ticket, brought, organizationUuid: ticket.organizationUuid }
})

/** Refuses a person whom the reward is not for; to another wallet of the same person it goes. */
const permitNextHolder = step(function* (
  { rewardTemplateUuid, organizationUuid, userUuid }: TicketHolding,
  to: IdentifierRef,
  now: Date,
) {
  const tx = yield* Tx
  const template = yield* tx.rewardTemplates.find(rewardTemplateUuid)
  if (template?.requiredEntitlement === undefined) return
  const found = yield* resolveReceiver(to, "to")
  const nextUuid = found.kind === "user" ? found.userUuid : undefined
  if (nextUuid !== undefined && nextUuid === userUuid) return
  const standing = yield* standingOf({ uuid: organizationUuid }, nextUuid, now)
  yield* Effect.fromResult(permitReceiver(template, standing, now))
})
