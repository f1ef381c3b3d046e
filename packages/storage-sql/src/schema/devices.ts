import type { Device } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const deviceColumns: Columns<Device> = {
  uuid: "text",
  name: "text?",
  sessionUuid: "text",
  organizationUuid: "text",
  clientId: "text?",
  createdByUserUuid: "text?",
  tokenUuid: "text",
  issuedAt: "instant",
  notBefore: "instant",
  expiresAt: "instant",
  createdAt: "instant",
  revokedAt: "instant?",
}
