import type { WakeUp } from "../../foundation/jobs/wake-up.ts"
import type { Clock, Stopwatch } from "../../foundation/ports/clock.ts"
import type { Observer } from "../../foundation/ports/observer.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import type { Repositories, Storage } from "../../foundation/storage/storage.ts"
import { Unavailable } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { isStorageUnavailable } from "../../foundation/kernel/storage-unavailable.ts"
import { recordAll } from "../../webhooks/recording.ts"
import type { Change, Judged, Needs, View, Writes } from "../entries/change.ts"
import { ticketUses as usesOf } from "../tickets/read-ticket-uses.ts"
import { noteAll } from "../../rewards/triggers/note-all.ts"
import { beginFold } from "./fold.ts"
import { happeningsOf } from "./happenings.ts"

/** The one place that appends to the ledger. */
export interface Committer {
  /**
   * Resolves with the change's answer once it is durable. Rejects with its refusal, with
   * {@link Unavailable} if too many changes wait, or with the error of the storage. Deliveries of its
   * events carry `requestId`.
   */
  readonly commit: <Answer>(change: Change<Answer>, requestId?: string) => Promise<Answer>
  /** Resolves when nothing waits any more. */
  readonly idle: () => Promise<void>
}

/** What a committer works with. */
interface CommitterParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly wall: Clock
  readonly ids: Pick<Ids, "uuid">
  readonly workScheduled: Pick<WakeUp, "wake">
  readonly stopwatch: Stopwatch
  /** Default: nothing is noted. */
  readonly observer?: Pick<Observer, "ledgerBatch">
}

interface Waiting {
  readonly change: Change<unknown>
  readonly requestId: string | undefined
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Opens the ledger's only writer. It commits at once when idle; while a commit runs, the queue
 * forms the next batch, so that many callers share one durable write. Changes are judged in the
 * order they came, each seeing what the ones before it did.
 */
export const openCommitter = (parts: CommitterParts): Committer => {
  const { storage, clock, wall, ids, workScheduled, stopwatch, observer } = parts
  const queue: Waiting[] = []
  let running: Promise<void> | undefined

  const commit = <Answer>(change: Change<Answer>, requestId?: string): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      if (queue.length >= limits.ledgerQueueMax) {
        reject(
          new Unavailable({
            reason: "The ledger has too many pending changes.",
            retryAfterSeconds: 1,
          }),
        )
        return
      }
      queue.push({ change, requestId, resolve: resolve as (answer: unknown) => void, reject })
      running ??= run()
    })

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      // The event loop gets its turn between batches: over a synchronous driver a chain of promises
      // alone would starve it.
      await new Promise((next) => setImmediate(next))
      const batch = queue.splice(0, limits.ledgerBatchMax)
      await settle(batch).catch((reason: unknown) =>
        isStorageUnavailable(reason) ? refuse(batch, reason) : alone(batch),
      )
    }
    running = undefined
  }

  /**
   * One poisoned change must not spoil its neighbours: after a failed batch each tries by itself.
   */
  const alone = async (batch: readonly Waiting[]): Promise<void> => {
    for (const one of batch) await settle([one]).catch(one.reject)
  }

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    const elapsed = stopwatch()
    let hasJobs = false
    const outcomes = await storage.transact("write", async (tx) => {
      const loaded = await tx.ledger.load(union(batch.map(({ change }) => change.needs)))
      const ticketUses =
        loaded.tickets.size === 0 ? undefined : await usesOf(tx, loaded.tickets.values())
      const fold = beginFold({ ...loaded, ticketUses, ...(await historiesOf(tx, batch)) })
      const now = clock.now()
      const until = wall.now().getTime() + limits.ledgerJudgeForMs
      const judged: Judged<unknown>[] = []
      for (const { change } of batch) {
        if (judged.length > 0 && wall.now().getTime() > until) break
        const outcome = change.judge(fold.view, now)
        if (outcome.ok) fold.take(outcome.writes)
        else if (outcome.outcome !== undefined) fold.remember(outcome.outcome)
        judged.push(outcome)
      }
      const writes = fold.writes()
      if (writes.transactions.length > 0 || writes.outcomes.length > 0)
        await tx.ledger.write(writes)
      await noteTickets(tx, loaded, writes)
      const isDelivered = await recordAll(tx, writes.events, ids, requestsOf(batch, judged))
      const isCounted = await noteAll(tx, happeningsOf(writes, loaded), ids, now)
      hasJobs = isDelivered || isCounted
      return judged
    })
    observer?.ledgerBatch({ size: outcomes.length, ms: elapsed() })
    if (hasJobs) workScheduled.wake()
    // What did not fit into the time box goes first in the next batch.
    queue.unshift(...batch.slice(outcomes.length))
    outcomes.forEach((outcome, i) => answer(batch[i], outcome))
  }

  return {
    commit,
    idle: async () => {
      while (running !== undefined) await running
    },
  }
}

/**
 * Where the histories of the cards begin that a batch judges. A card takes a new place under the
 * ledger's lock alone.
 */
const historiesOf = async (
  tx: Repositories,
  batch: readonly Waiting[],
): Promise<Pick<View, "cardHistories">> => {
  const addresses = distinct(batch.flatMap(({ change }) => change.cards ?? []))
  if (addresses.length === 0) return {}
  const cards = await tx.cards.ofWallets(addresses)
  return {
    cardHistories: new Map(
      cards.map(({ walletAddress, historyFrom }) => [walletAddress, historyFrom]),
    ),
  }
}

/** The request that each event of a batch stems from. */
const requestsOf = (
  batch: readonly Waiting[],
  judged: readonly Judged<unknown>[],
): ((event: { readonly uuid: string }) => string | undefined) => {
  const requests = new Map(
    judged.flatMap((outcome, i) =>
      outcome.ok
        ? outcome.writes.events.map(({ uuid }) => [uuid, batch[i]?.requestId] as const)
        : [],
    ),
  )
  return ({ uuid }) => requests.get(uuid)
}

/**
 * Notes the present and former holders of changed tickets: their lines in the manifests of the
 * organization that issued the tickets may change.
 */
const noteTickets = async (
  tx: Repositories,
  before: View,
  { tickets, movedTickets }: Writes,
): Promise<void> => {
  const changed = [
    ...tickets,
    ...movedTickets,
    ...movedTickets.flatMap(({ uid }) => before.tickets.get(uid) ?? []),
  ]
  const subjects = Map.groupBy(changed, ({ organizationUuid }) => organizationUuid)
  for (const organizationUuid of [...subjects.keys()].sort())
    await tx.rosters.note(
      organizationUuid,
      distinct((subjects.get(organizationUuid) ?? []).map(({ walletAddress }) => walletAddress)),
    )
}

/**
 * A store that is down fails them all alike: to try each by itself would only keep them waiting.
 */
const refuse = (batch: readonly Waiting[], reason: unknown): void => {
  for (const one of batch) one.reject(reason)
}

const answer = (waiting: Waiting | undefined, outcome: Judged<unknown>): void => {
  if (outcome.ok) waiting?.resolve(outcome.answer)
  else waiting?.reject(outcome.refusal)
}

const union = (all: readonly Needs[]): Required<Needs> => ({
  keys: distinct(all.flatMap((needs) => needs.keys)),
  transactions: distinct(all.flatMap((needs) => needs.transactions)),
  wallets: distinct(all.flatMap((needs) => needs.wallets)),
  tickets: distinct(all.flatMap((needs) => needs.tickets ?? [])),
  supplies: distinct(all.flatMap((needs) => needs.supplies ?? [])),
  reservations: distinct(all.flatMap((needs) => needs.reservations ?? [])),
})

const distinct = (keys: readonly string[]): readonly string[] => [...new Set(keys)].sort()
