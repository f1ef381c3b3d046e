import type { Job, OutboxEvent } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A job with where it stands: free, held until `leaseUntil`, or buried. */
export interface StoredJob extends Job {
  readonly leaseUntil: Date | undefined
  readonly token: number
  readonly isBuried: boolean
  /** Why the last attempt failed. */
  readonly reason: string | undefined
}

export const jobColumns: Columns<Job> = {
  uuid: "text",
  queue: "text",
  groupKey: "text",
  organizationUuid: "text?",
  kind: "text",
  key: "text?",
  payload: "json",
  dueAt: "instant",
  attempts: "integer",
  requestId: "text?",
  createdAt: "instant",
}

export const storedJobColumns: Columns<StoredJob> = {
  ...jobColumns,
  leaseUntil: "instant?",
  token: "integer",
  isBuried: "boolean",
  reason: "text?",
}

export const outboxColumns: Columns<OutboxEvent> = {
  uuid: "text",
  type: "text",
  organizationUuid: "text",
  data: "json",
  namedUserUuid: "text?",
  createdAt: "instant",
}
