/** Work that any instance may take when it is due. */
export interface Job {
  readonly uuid: string
  /** Where it waits: a worker runs so many jobs of each queue at once. */
  readonly queue: QueueName
  /** Jobs of a queue that share a cap, such as those that call one receiver. */
  readonly groupKey: string
  /**
   * The organization whose places it takes; undefined for work of the service, which shares its
   * places with no organization.
   */
  readonly organizationUuid: string | undefined
  /** Names the handler. */
  readonly kind: string
  /** At most one unfinished job has a given key; undefined never collides. */
  readonly key: string | undefined
  /** Plain JSON. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly dueAt: Date
  /** How often it was claimed since it was scheduled or rescheduled anew. */
  readonly attempts: number
  /** The id of the request that led to it, for the log; undefined when none did. */
  readonly requestId: string | undefined
  readonly createdAt: Date
}

/** A new job of the service itself, in the queue `work`, where jobs of one kind are a group. */
export const workJob = (
  job: Pick<Job, "uuid" | "kind" | "key" | "dueAt" | "createdAt"> & Partial<Pick<Job, "payload">>,
): Job => ({
  queue: "work",
  groupKey: job.kind,
  organizationUuid: undefined,
  payload: {},
  attempts: 0,
  requestId: undefined,
  ...job,
})

/** What a running job takes up: a place of its group, and one of its organization. */
export type Occupant = Pick<Job, "groupKey" | "organizationUuid">

/** The log fields that tell where a job came from; those it does not know are left out. */
export const originFields = ({
  requestId,
  organizationUuid,
}: Pick<Job, "requestId" | "organizationUuid">): Readonly<Record<string, string>> => ({
  ...(requestId === undefined ? {} : { request_id: requestId }),
  ...(organizationUuid === undefined ? {} : { organization: organizationUuid }),
})

/**
 * The queues: the service's own work, the first attempts of webhook deliveries, and the later ones,
 * which may never hold up the first.
 */
export const queueNames = ["work", "webhooks", "webhook-retries"] as const

/** A queue of background work. */
export type QueueName = (typeof queueNames)[number]

/** A job as its claimer knows it: the token tells it from earlier and later claims. */
export interface Hold {
  readonly uuid: string
  /** The fencing token: grows with every claim. */
  readonly token: number
}

/**
 * A job that a worker took: until `leaseUntil` no other worker gets it, and only the worker with
 * `token` may finish it.
 */
export interface ClaimedJob extends Job, Hold {
  readonly leaseUntil: Date
}

/** A job that was given up, with the reason of its last failure. */
export interface BuriedJob extends Job {
  readonly reason: string
}
