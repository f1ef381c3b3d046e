import type { Repositories, Storage } from "../storage/storage.ts"
import { activities, manifests, presences, sessions } from "./doors.ts"
import { ledger, outbox, transactions } from "./ledger.ts"
import { memberships, tiers } from "./memberships.ts"
import { names, organizations, staff, users } from "./people.ts"
import { jobs, oauthClients, oauthSessions, serviceKeys } from "./service.ts"
import { openTables, type Tables } from "./tables.ts"
import { wallets } from "./wallets.ts"

/** `work` waited for something besides its transaction: it would hold every other writer up meanwhile. */
export class WorkWaited extends Error {
  override readonly name = "WorkWaited"
  constructor() {
    super("The work of a transaction awaited something besides `tx`. Hash, wrap keys and fetch before the transaction begins.")
  }
}

/**
 * The reference adapter: everything in memory, nothing kept. Transactions run one after the other, which is a snapshot for each
 * and the simplest order there is: the oracle the other adapters are compared with.
 *
 * With `strict`, a `work` that awaits anything but `tx` fails, as it must in tests.
 */
export const openMemory = ({ strict = false }: { readonly strict?: boolean } = {}): Storage => {
  let undo: (() => void)[] = []
  let mode: "read" | "write" = "read"
  const tables = openTables({
    note: (step) => undo.push(step),
    mustWrite: () => {
      if (mode === "read") throw new Error("A read transaction cannot write.")
    },
  })
  const repositories = repositoriesOver(tables)
  let last: Promise<unknown> = Promise.resolve()

  const run = async <A>(wanted: "read" | "write", work: (tx: Repositories) => Promise<A>): Promise<A> => {
    ;[undo, mode] = [[], wanted]
    const turns = strict ? countTurns() : undefined
    try {
      const answer = await work(repositories)
      if (turns !== undefined && turns() > 0) throw new WorkWaited()
      return answer
    } catch (reason) {
      for (const step of undo.toReversed()) step()
      throw reason
    } finally {
      mode = "read"
    }
  }

  return {
    transact: (wanted, work) => {
      const mine = last.then(() => run(wanted, work))
      last = mine.catch(() => undefined)
      return mine
    },
    close: async () => {
      await last
    },
  }
}

/** How many turns of the event loop passed since: none, while only promises that are already settled are awaited. */
const countTurns = (): (() => number) => {
  let turns = 0
  const watch = setImmediate(() => {
    turns += 1
  })
  return () => {
    clearImmediate(watch)
    return turns
  }
}

const repositoriesOver = (tables: Tables): Repositories => {
  const events = outbox(tables)
  return {
    names: names(tables),
    organizations: organizations(tables),
    staff: staff(tables),
    users: users(tables),
    tiers: tiers(tables),
    wallets: wallets(tables),
    ledger: ledger(tables, events),
    transactions: transactions(tables),
    memberships: memberships(tables),
    sessions: sessions(tables),
    activities: activities(tables),
    presences: presences(tables),
    manifests: manifests(tables),
    oauthClients: oauthClients(tables),
    oauthSessions: oauthSessions(tables),
    serviceKeys: serviceKeys(tables),
    jobs: jobs(tables),
    outbox: events,
  }
}
