import type { Issuance, Supply } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const issuanceColumns: Columns<Issuance> = {
  transactionId: "text",
  rewardTemplateUuid: "text",
  walletAddress: "text",
  userUuid: "text?",
  points: "integer",
  issuedBy: "text",
  createdAt: "instant",
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
