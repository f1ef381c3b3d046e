import type {
  IdempotentInput,
  OrganizationInput,
  RemarksInput,
  TransactionInput,
  WalletInput,
} from "../foundation/kernel/inputs.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"

/** A ticket, and who receives it. */
export interface IssueTicketInput extends OrganizationInput, IdempotentInput {
  /** The template by its uuid, or by a name; a template of that name is made if there is none. */
  readonly of: { readonly rewardTemplateUuid: string } | { readonly name: string }
  /** Uuid of the activity that it admits to. Default: the template's. */
  readonly activityUuid?: string | undefined
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
}

/** A ticket that its holder gives to another user; `wallet` is the holder's. */
export interface TransferTicketInput
  extends WalletInput,
    TransactionInput,
    RemarksInput,
    IdempotentInput {
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
  /** Id of the transaction that put the ticket into the wallet. */
  readonly transaction: string
}
