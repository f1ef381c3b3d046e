/**
 * Metrics in OpenMetrics text, by `prom-client`: of requests, of what the core notes, of the queues
 * and of the process. `docs/operating.md` lists them.
 * @module
 */
import type { Observer, Symbolon } from "@symbolon/core"
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from "prom-client"
import type { AnsweredRequest } from "./pipeline.ts"

/** Metrics of one Symbolon and its handler. */
export interface Metrics {
  /** Counts what the core notes: `createSymbolon({ observer: metrics.observer })`. */
  readonly observer: Observer
  /** Counts requests: `createHandler({ onRequest: metrics.onRequest })`. */
  readonly onRequest: (request: AnsweredRequest) => void
  /** From now on each scrape reads the queues of background work from the storage. */
  readonly watchQueues: (work: Pick<Symbolon["work"], "queues">) => void
  /** Returns everything as OpenMetrics text. Without the queues while the storage fails. */
  readonly scrape: () => Promise<string>
  /** The media type of that text. */
  readonly contentType: string
}

/** Seconds: from a read of a cached row to a request that waits for a lock. */
const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const transactionSeconds = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5]
const deliverySeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/**
 * Opens metrics that count nothing yet. Each has a registry of its own, so that several Symbolons in
 * one process do not mix; the metrics of the process are in each.
 *
 * @example
 * const metrics = openMetrics()
 * const symbolon = await createSymbolon({ storage, vault, observer: metrics.observer })
 * const handler = createHandler({ symbolon, onRequest: metrics.onRequest })
 * metrics.watchQueues(symbolon.work)
 */
export const openMetrics = (): Metrics => {
  const registry: OwnRegistry = new Registry()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const queues = queueGauges(registry)
  collectDefaultMetrics({ register: registry, prefix: "symbolon_" })
  return {
    observer: observerOf(registry),
    onRequest: requestCounter(registry),
    watchQueues: queues.watch,
    scrape: async () => {
      await queues.read()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

type OwnRegistry = Registry<OpenMetricsContentType>

const requestCounter = (registry: OwnRegistry): Metrics["onRequest"] => {
  const registers = [registry]
  const requests = new Counter({
    name: "symbolon_http_requests",
    help: "Answered requests.",
    labelNames: ["method", "route", "status"],
    registers,
  })
  const seconds = new Histogram({
    name: "symbolon_http_request_duration_seconds",
    help: "Time until the answer of a request was ready to be sent.",
    labelNames: ["method", "route"],
    buckets: requestSeconds,
    registers,
  })
  const refusals = refusalCounter(registry)
  return ({ method, route = "unmatched", status, ms, refusedBy }) => {
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, ms / 1000)
    if (refusedBy !== undefined) refusals.inc({ bucket: refusedBy })
  }
}

/** One counter for refusals of requests and of the core's own limits. */
const refusalCounter = (registry: OwnRegistry): Counter<"bucket"> =>
  (registry.getSingleMetric("symbolon_rate_limit_refusals") as Counter<"bucket"> | undefined) ??
  new Counter({
    name: "symbolon_rate_limit_refusals",
    help: "Requests and operations that a rate limit refused.",
    labelNames: ["bucket"],
    registers: [registry],
  })

const observerOf = (registry: OwnRegistry): Observer => {
  const registers = [registry]
  const jobs = new Counter({
    name: "symbolon_jobs",
    help: "Runs of background jobs.",
    labelNames: ["kind", "outcome"],
    registers,
  })
  const manifests = new Counter({
    name: "symbolon_manifests_signed",
    help: "Check-in manifests and deltas that were signed.",
    labelNames: ["kind"],
    registers,
  })
  const refusals = refusalCounter(registry)
  return {
    transaction: transactionCounter(registry),
    ledgerBatch: batchCounter(registry),
    job: ({ kind, outcome }) => jobs.inc({ kind, outcome }),
    deliveryAttempt: attemptCounter(registry),
    limitRefused: ({ bucket }) => refusals.inc({ bucket }),
    manifestSigned: ({ kind }) => manifests.inc({ kind }),
  }
}

const transactionCounter = (registry: OwnRegistry): Observer["transaction"] => {
  const registers = [registry]
  const transactions = new Counter({
    name: "symbolon_transactions",
    help: "Database transactions.",
    labelNames: ["mode", "outcome"],
    registers,
  })
  const retried = new Counter({
    name: "symbolon_transaction_retries",
    help: "How often the storage ran a transaction again.",
    labelNames: ["mode"],
    registers,
  })
  const seconds = new Histogram({
    name: "symbolon_transaction_duration_seconds",
    help: "Time of a transaction, with its retries and its wait for a connection.",
    labelNames: ["mode"],
    buckets: transactionSeconds,
    registers,
  })
  // There from the beginning, so that a query sees the first retry.
  for (const mode of ["read", "write"]) retried.inc({ mode }, 0)
  return ({ mode, outcome, retries, ms }) => {
    transactions.inc({ mode, outcome })
    if (retries > 0) retried.inc({ mode }, retries)
    seconds.observe({ mode }, ms / 1000)
  }
}

const batchCounter = (registry: OwnRegistry): Observer["ledgerBatch"] => {
  const registers = [registry]
  const changes = new Histogram({
    name: "symbolon_ledger_batch_changes",
    help: "Changes that the ledger decided in one transaction.",
    buckets: batchSizes,
    registers,
  })
  const seconds = new Histogram({
    name: "symbolon_ledger_batch_duration_seconds",
    help: "Time of a batch of the ledger.",
    buckets: transactionSeconds,
    registers,
  })
  return ({ size, ms }) => {
    changes.observe(size)
    seconds.observe(ms / 1000)
  }
}

const attemptCounter = (registry: OwnRegistry): Observer["deliveryAttempt"] => {
  const registers = [registry]
  const attempts = new Counter({
    name: "symbolon_webhook_attempts",
    help: "Attempts to deliver an event to a webhook.",
    labelNames: ["outcome", "error_code"],
    registers,
  })
  const seconds = new Histogram({
    name: "symbolon_webhook_attempt_duration_seconds",
    help: "Time of an attempt, from the name lookup to the end of the answer.",
    buckets: deliverySeconds,
    registers,
  })
  return ({ outcome, errorCode = "none", ms }) => {
    attempts.inc({ outcome, error_code: errorCode })
    seconds.observe(ms / 1000)
  }
}

/** Gauges of the queues, which are read from the storage before each scrape. */
const queueGauges = (registry: OwnRegistry) => {
  const registers = [registry]
  const due = new Gauge({
    name: "symbolon_queue_due_jobs",
    help: "Jobs that are due and wait, counted up to 10000.",
    labelNames: ["queue"],
    registers,
  })
  const lag = new Gauge({
    name: "symbolon_queue_lag_seconds",
    help: "For how long the first due job of a queue has been due; 0 when none is.",
    labelNames: ["queue"],
    registers,
  })
  let watched: Pick<Symbolon["work"], "queues"> | undefined
  return {
    watch: (work: Pick<Symbolon["work"], "queues">): void => {
      watched = work
    },
    read: async (): Promise<void> => {
      const backlogs = (await watched?.queues().catch(() => [])) ?? []
      due.reset()
      lag.reset()
      for (const backlog of backlogs) {
        due.set({ queue: backlog.queue }, backlog.due)
        lag.set({ queue: backlog.queue }, backlog.lagMs / 1000)
      }
    },
  }
}
