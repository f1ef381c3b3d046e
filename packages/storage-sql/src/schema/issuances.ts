import type { CredentialKey, Issuance, Supply } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const issuanceColumns: Columns<Issuance> = {
  transactionId: "text",
  rewardTemplateUuid: "text",
  walletAddress: "text",
  userUuid: "text?",
  points: "integer",
  issuedBy: "text",
  createdAt: "instant",
  credentialIssuerUuid: "text?",
  credentialIndex: "integer?",
}

/** A key of credentials as it is kept: the sealed half in three columns. */
export interface StoredCredentialKey extends Omit<CredentialKey, "sealed"> {
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const credentialKeyColumns: Columns<StoredCredentialKey> = {
  keyId: "text",
  organizationUuid: "text",
  publicKey: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  createdAt: "instant",
  retiredAt: "instant?",
}

/** How many indexes of its status lists an organization has reserved. */
export interface CredentialCounter {
  readonly organizationUuid: string
  readonly reserved: number
}

export const credentialCounterColumns: Columns<CredentialCounter> = {
  organizationUuid: "text",
  reserved: "integer",
}

/** What the ledger reads of a reward template. */
export const supplyColumns: Columns<Supply> = {
  uuid: "text",
  status: "text",
  supplyTotal: "integer?",
  supplyRedeemed: "integer",
  supplyReserved: "integer",
}

/** What the ledger changes of a reward template. */
export type MovedSupply = Pick<Supply, "uuid" | "supplyRedeemed" | "supplyReserved">

export const movedSupplyColumns: Columns<MovedSupply> = {
  uuid: "text",
  supplyRedeemed: "integer",
  supplyReserved: "integer",
}
