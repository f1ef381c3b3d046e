/** By which call a reward was issued. */
export const issuedBy = ["claim", "redeem", "propagate", "trigger"] as const
export type IssuedBy = (typeof issuedBy)[number]

/** That a transaction issued a reward; the ledger writes it in the commit of the transaction. */
export interface Issuance {
  readonly transactionId: string
  readonly rewardTemplateUuid: string
  /** The wallet that it was issued into. */
  readonly walletAddress: string
  /** Who received it; undefined for a wallet that did not name its person to the organization. */
  readonly userUuid: string | undefined
  /** Points that came with it, after the multiplier of the receiver's tier. */
  readonly points: number
  readonly issuedBy: IssuedBy
  readonly createdAt: Date
  /** The organization in whose status lists its credentials stand; undefined where it has none. */
  readonly credentialIssuerUuid: string | undefined
  /** Their index in these lists: no other issuance of that organization has it. */
  readonly credentialIndex: number | undefined
}
