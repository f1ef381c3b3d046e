import type { Repositories, Storage } from "../foundation/storage/storage.ts"
import { cardModels, cards } from "./cards.ts"
import { contacts } from "./contacts.ts"
import { devices } from "./devices.ts"
import { oneTimeTokens } from "./accounts.ts"
import { activities } from "./activities.ts"
import { manifests, presences } from "./doors.ts"
import { assets } from "./assets.ts"
import { cachedContents } from "./cached-contents.ts"
import { contents, wrappedKeys } from "./contents.ts"
import { files } from "./files.ts"
import { guard } from "./guard.ts"
import { invitations } from "./invitations.ts"
import { credentialKeys } from "./credential-keys.ts"
import { issuances } from "./issuances.ts"
import { ledger, transactions } from "./ledger.ts"
import { deliveries, outbox, webhooks } from "./webhooks.ts"
import { membershipHistory, membershipMoves, membershipTerms } from "./membership-history.ts"
import { memberships } from "./memberships.ts"
import {
  consents,
  logins,
  oauthChallenges,
  oauthClients,
  oauthCodes,
  oauthSessions,
  refreshTokens,
} from "./oauth.ts"
import { passkeys } from "./passkeys.ts"
import { links, profilePages } from "./profiles.ts"
import { profileTemplates } from "./profile-templates.ts"
import { checkouts, paymentConnections, paymentInbox } from "./payments.ts"
import { names, organizations, staff, users } from "./people.ts"
import { jobs, serviceKeys } from "./service.ts"
import { sessions, sessionSeries } from "./sessions.ts"
import { openTables, type Tables } from "./tables.ts"
import { rewardTemplates, tickets } from "./rewards.ts"
import { mirroredAssets } from "./mirrored-assets.ts"
import { rewardBatches } from "./reward-batches.ts"
import { rewardDeliveries } from "./reward-deliveries.ts"
import { rewardTriggers } from "./reward-triggers.ts"
import { rosters } from "./rosters.ts"
import { tiers } from "./tiers.ts"
import { decryptionKeys, wallets } from "./wallets.ts"

/**
 * `work` waited for something besides its transaction: it would hold every other writer up
 * meanwhile.
 */
export class WorkWaited extends Error {
  override readonly name = "WorkWaited"
  constructor() {
    super(
      "The work of a transaction awaits nothing but `tx`, and this one let the event loop turn. " +
        "Hash, wrap keys and fetch before the transaction begins, and never call `transact` inside it.",
    )
  }
}

/** How {@link openMemory} treats those who break the rules. */
export interface MemoryOptions {
  /**
   * A `work` that awaits anything but `tx`, another `transact` included, fails with
   * {@link WorkWaited}. Default false; our tests set it.
   */
  readonly strict?: boolean
}

/**
 * The reference adapter: everything in memory, nothing kept. Transactions run one after the other,
 * which is a snapshot for each and the simplest order there is: the oracle the other adapters are
 * compared with.
 *
 * @example
 * const storage = openMemory({ strict: true })
 * const symbolon = await createSymbolon({ storage, vault, testClock })
 */
export const openMemory = ({ strict = false }: MemoryOptions = {}): Storage => {
  let undo: (() => void)[] = []
  const repositories = repositoriesOver(openTables({ note: (step) => undo.push(step) }))
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const run = async <A>(
    mode: "read" | "write",
    work: (tx: Repositories) => Promise<A>,
  ): Promise<A> => {
    undo = []
    const { tx, shut, check } = guard(repositories, mode)
    const loop = strict ? watchLoop() : undefined
    try {
      const answer = await (loop === undefined ? work(tx) : Promise.race([work(tx), loop.turned]))
      check()
      return answer
    } catch (reason) {
      for (const step of undo.toReversed()) step()
      throw reason
    } finally {
      shut()
      loop?.stop()
    }
  }

  return {
    transact: (mode, work) => {
      if (isClosed) return Promise.reject(new Error("The storage is closed."))
      const mine = last.then(() => run(mode, work))
      last = mine.catch(() => undefined)
      return mine
    },
    close: async () => {
      isClosed = true
      await last
    },
  }
}

/**
 * `turned` rejects as soon as the event loop turns, which it does not while only settled promises
 * are awaited.
 */
const watchLoop = (): { readonly turned: Promise<never>; readonly stop: () => void } => {
  const { promise: turned, reject } = Promise.withResolvers<never>()
  const watch = setImmediate(() => reject(new WorkWaited()))
  return { turned, stop: () => clearImmediate(watch) }
}

const repositoriesOver = (tables: Tables): Repositories => ({
  names: names(tables),
  organizations: organizations(tables),
  staff: staff(tables),
  invitations: invitations(tables),
  users: users(tables),
  logins: logins(tables),
  passkeys: passkeys(tables),
  oneTimeTokens: oneTimeTokens(tables),
  tiers: tiers(tables),
  wallets: wallets(tables),
  decryptionKeys: decryptionKeys(tables),
  contents: contents(tables),
  cachedContents: cachedContents(tables),
  wrappedKeys: wrappedKeys(tables),
  ledger: ledger(tables),
  transactions: transactions(tables),
  memberships: memberships(tables),
  membershipTerms: membershipTerms(tables),
  membershipHistory: membershipHistory(tables),
  membershipMoves: membershipMoves(tables),
  paymentConnections: paymentConnections(tables),
  checkouts: checkouts(tables),
  paymentInbox: paymentInbox(tables),
  profileTemplates: profileTemplates(tables),
  cardModels: cardModels(tables),
  cards: cards(tables),
  profilePages: profilePages(tables),
  issuances: issuances(tables),
  credentialKeys: credentialKeys(tables),
  links: links(tables),
  files: files(tables),
  assets: assets(tables),
  contacts: contacts(tables),
  rewardTemplates: rewardTemplates(tables),
  rewardBatches: rewardBatches(tables),
  mirroredAssets: mirroredAssets(tables),
  rewardDeliveries: rewardDeliveries(tables),
  rewardTriggers: rewardTriggers(tables),
  tickets: tickets(tables),
  sessions: sessions(tables),
  sessionSeries: sessionSeries(tables),
  activities: activities(tables),
  presences: presences(tables),
  rosters: rosters(tables),
  manifests: manifests(tables),
  oauthClients: oauthClients(tables),
  oauthSessions: oauthSessions(tables),
  oauthCodes: oauthCodes(tables),
  refreshTokens: refreshTokens(tables),
  oauthChallenges: oauthChallenges(tables),
  consents: consents(tables),
  devices: devices(tables),
  serviceKeys: serviceKeys(tables),
  jobs: jobs(tables),
  outbox: outbox(tables),
  webhooks: webhooks(tables),
  deliveries: deliveries(tables),
})
