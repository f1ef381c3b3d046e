import { Cause, Context, Exit } from "effect"
import { type Caller, host } from "./foundation/access/caller.ts"
import { openAccountLimits } from "./accounts/account-limits.ts"
import { siteOf } from "./accounts/passkey.ts"
import { logMailer } from "./accounts/log-mailer.ts"
import { openOutgoingMail } from "./accounts/outgoing-mail.ts"
import { checkOptions } from "./check-options.ts"
import { failureOf } from "./foundation/errors/store-down.ts"
import { openGatherings } from "./foundation/gatherings.ts"
import { openSharedPlaces } from "./foundation/shared-places.ts"
import { openSharedReads } from "./foundation/shared-reads.ts"
import { type Facade, facadeOf, type Run, type RunContext } from "./facade.ts"
import { rewrapKeys, type Rewrapping } from "./foundation/jobs/key-rewrap.ts"
import { openWakeUp } from "./foundation/jobs/wake-up.ts"
import type { Worker } from "./foundation/jobs/worker.ts"
import type { RunningWork, StopOptions } from "./foundation/jobs/work-loop.ts"
import type { UserInput } from "./foundation/kernel/inputs.ts"
import { limits } from "./foundation/kernel/limits.ts"
import { openCheckpoints } from "./ledger/log/checkpoints.ts"
import { openCredentialIndexes } from "./credentials/credential-indexes.ts"
import { openCredentialKeyring } from "./credentials/credential-keyring.ts"
import { openCommitter } from "./ledger/commit/committer.ts"
import { isRecord } from "./ledger-proof/shape.ts"
import { exportLedger } from "./ledger/verify/export-ledger.ts"
import { exportPerson } from "./personal-data/export-person.ts"
import { openContentUses } from "./ledger/content/content-uses.ts"
import { openHostedContents } from "./ledger/content/hosted-contents.ts"
import { openLedgerOrigin } from "./ledger/log/ledger-origin.ts"
import { openManifestCache } from "./manifest/manifest-cache.ts"
import { openSigningLimit } from "./ledger/commit/signing-limit.ts"
import { memoryRateLimitStore } from "./rate-limits/memory-store.ts"
import { openRateLimiter } from "./rate-limits/rate-limiter.ts"
import { openAuthenticate } from "./oauth/tokens/authenticate.ts"
import { openTokenVerifier } from "./oauth/tokens/token-verifier.ts"
import { type MovableClock, openBackgroundWork } from "./background-work.ts"
import type { Clock } from "./foundation/ports/clock.ts"
import type { Logger } from "./foundation/ports/logger.ts"
import type { Settings } from "./foundation/ports/ports.ts"
import { backendsByName } from "./payments/backends.ts"
import { contentSealer } from "./foundation/sealing/content-sealer.ts"
import { keysInForce } from "./service-keys/prepare.ts"
import { openServiceKeyring } from "./service-keys/service-keyring.ts"
import type { SymbolonOptions } from "./symbolon-options.ts"
import { systemClock, systemStopwatch } from "./foundation/system/clock.ts"
import { systemIds } from "./foundation/system/ids.ts"
import { openOutgoingHttp } from "./foundation/system/outgoing-http.ts"
import { processWarning } from "./foundation/system/process-warning.ts"
import { settle } from "./foundation/step.ts"
import { IsAbandoned, Ports, type PortsShape, RequestId } from "./foundation/unit-of-work.ts"
import { observedStorage, openObserver } from "./open-observer.ts"
import { openStore } from "./open-store.ts"
import { type ReadinessCheck, readiness } from "./readiness.ts"
import * as operations from "./operations/index.ts"
import { openDecryptionKeyring } from "./wallets/decryption-keyring.ts"
import { openWalletDirectory } from "./wallets/wallet-directory.ts"
import { openWalletKeyring } from "./wallets/wallet-keyring.ts"

/**
 * A running core. Its operations act as the host, who may do everything; {@link Symbolon.as} acts
 * for a caller.
 */
export interface Symbolon extends Facade {
  /** The operations on behalf of a caller, with exactly that caller's rights. */
  readonly as: (caller: Caller, context?: RunContext) => Facade
  /** Runs an operation of `@symbolon/core/effect`; rejects with its refusal. */
  readonly run: Run
  /** Returns the caller of an access token; rejects with `InvalidCredentials`. */
  readonly authenticate: (token: string) => Promise<Caller>
  /** The public keys that verify access tokens (RFC 7517). */
  readonly jwks: () => Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>
  /**
   * The whole ledger as NDJSON, line by line without line ends, under a signed checkpoint;
   * `verifyLedger` reads it.
   */
  readonly exportLedger: () => AsyncIterable<string>
  /**
   * Everything that is stored of a user as NDJSON, line by line without line ends, and no secret of
   * theirs. Rejects with `NotFound` for an unknown user.
   */
  readonly exportPerson: (input: UserInput) => AsyncIterable<string>
  /** Rewraps all encrypted keys with the vault's newest key, at once. A daily job does so too. */
  readonly rewrapKeys: () => Promise<Rewrapping>
  /**
   * Checks the storage, the migrations, the keys and the clock, as `/health/ready` reports them.
   */
  readonly ready: () => Promise<readonly ReadinessCheck[]>
  /**
   * Does background work in this process until it is stopped: moves members of a tier, closes
   * organizations, expires holds, rotates keys, removes old rows. At least one process of a
   * deployment must call it; `symbolon serve` does. A second call returns the running work.
   * {@link Symbolon.close} stops it.
   *
   * @example
   * const work = symbolon.runWork()
   * process.once("SIGTERM", async () => { await work.stop() })
   */
  readonly runWork: () => RunningWork
  /** The background work turn by turn, for a program with a timer of its own. */
  readonly work: Worker
  /** Present if `createSymbolon` got a test clock. */
  readonly testClock: MovableClock | undefined
  /**
   * The options of `createSymbolon` with their defaults: `network`, `limits`, `baseUrl` and others.
   */
  readonly settings: Settings
  /** The clock that decides everything with a term; the test clock if there is one. */
  readonly clock: Clock
  /** The real time, for deadlines of transports and times in logs. */
  readonly wall: Clock
  /**
   * Waits for running calls and work, then closes the storage. For how long it waits for work is
   * said as for {@link RunningWork.stop}.
   */
  readonly close: (options?: StopOptions) => Promise<void>
}

/**
 * Opens a Symbolon on a storage.
 *
 * @example
 * const symbolon = await createSymbolon({
 *   storage: openSqlite({ file: "club.db" }),
 *   vault: await localKeyVault("keys/vault.key"),
 *   migrate: true,
 * })
 * const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
 * const club = await symbolon.organizations.create({
 *   name: "Harbour Club",
 *   ownerUuid: user.uuid,
 * })
 *
 * @throws {TypeError} when an option is missing, unknown or of no use; nothing is opened then.
 * @throws {StaleSchema} when migrations are missing and `migrate` is not set.
 * @throws {WrongVault} when the vault does not open the keys in the database; nothing is written
 * then.
 */
export const createSymbolon = async (options: SymbolonOptions): Promise<Symbolon> => {
  checkOptions(options)
  const ports = await openPorts(options)
  const { storage, vault, clock, wall, settings } = ports
  const run = runWith(ports)
  const background = await openBackgroundWork(ports, run, options.logger)
  await run(operations.wallets.openSystem(host, {}))
  if (options.namesLedger ?? options.baseUrl !== undefined) await ports.ledgerOrigin.fixed()
  const authenticate = openAuthenticate({
    storage,
    clock,
    keyring: ports.serviceKeys,
    verifier: ports.tokenVerifier,
  })
  let isClosed = false
  const symbolon: Symbolon & HasPorts = {
    ...facadeOf(run, host),
    as: (caller, context) => facadeOf(run, heldCaller(caller), context),
    run,
    authenticate: async (token) => {
      try {
        return await authenticate(token)
      } catch (reason) {
        throw failureOf(reason)
      }
    },
    jwks: () => tokenKeys(run),
    exportLedger: () => exportLedger(ports),
    exportPerson: ({ userUuid }) => exportPerson(ports, userUuid),
    rewrapKeys: () => rewrapKeys({ storage, vault }),
    ready: () => readiness(ports),
    runWork: () => {
      if (isClosed) throw new Error("This Symbolon is closed. Call runWork() before close().")
      return background.run()
    },
    work: background.work,
    testClock: options.testClock && background.moves(options.testClock),
    settings,
    clock,
    wall,
    [insides]: ports,
    close: async (options) => {
      isClosed = true
      await background.stop(options)
      await ports.gatherings.idle()
      await ports.committer.idle()
      await ports.outgoingMail.idle()
      await ports.outgoingHttp.close()
      await storage.close()
    },
  }
  return symbolon
}

/** Opens the store, and all that the operations of a Symbolon run on. */
const openPorts = async (options: SymbolonOptions): Promise<PortsShape> => {
  const { vault } = options
  await openStore(options.storage, vault, options.migrate ?? false)
  const observer = openObserver(options.observer)
  const storage =
    options.observer === undefined ? options.storage : observedStorage(options.storage, observer)
  const clock = options.testClock ?? options.clock ?? systemClock
  const wall = options.wall ?? systemClock
  const ids = options.ids ?? systemIds(clock)
  const serviceKeys = await openServiceKeyring(storage, { clock, ids, vault })
  const settings = settingsOf(options)
  const mailer = options.mailer ?? logMailer(options.logger)
  const workScheduled = openWakeUp()
  const outgoingHttp = options.outgoingHttp ?? openOutgoingHttp({ ...settings.webhooks, wall })
  return {
    storage,
    vault,
    clock,
    ids,
    committer: openCommitter({
      storage,
      clock,
      wall,
      ids,
      workScheduled,
      stopwatch: systemStopwatch,
      observer,
    }),
    checkpoints: openCheckpoints(serviceKeys),
    ledgerOrigin: openLedgerOrigin(storage, settings.baseUrl),
    serviceKeys,
    tokenVerifier: openTokenVerifier(serviceKeys, settings.baseUrl),
    settings,
    wall,
    passwords: options.passwords,
    passkeys: siteOf(settings.baseUrl) === undefined ? undefined : options.passkeys,
    payments: backendsByName(options.payments ?? [], options.testClock !== undefined),
    mailer,
    outgoingMail: openOutgoingMail(mailer, options.logger),
    outgoingHttp,
    contentUses: openContentUses(limits.contentsRememberedMax),
    hostedContents: openHostedContents(outgoingHttp, clock),
    objectStore: options.objectStore,
    contentSealer: options.contentSealer ?? contentSealer(ids),
    manifestCache: openManifestCache(storage, limits.rosterLinesRemembered),
    walletDirectory: openWalletDirectory(storage, limits.walletsRememberedMax),
    walletKeys: openWalletKeyring(storage, vault, settings.ledger.openKeysMax),
    decryptionKeys: openDecryptionKeyring(vault, settings.ledger.openKeysMax),
    credentialKeys: openCredentialKeyring(vault, ids, settings.ledger.openKeysMax),
    credentialIndexes: openCredentialIndexes(storage, {
      blockSize: limits.credentialIndexesReserved,
      most: limits.credentialIssuersRememberedMax,
    }),
    gatherings: openGatherings({
      together: limits.gatheredTogetherMax,
      waiting: limits.gatheredWaitingMax,
    }),
    sharedReads: openSharedReads(storage, clock),
    lists: openSharedPlaces({ places: limits.listsAtOnceMax, waiting: limits.listsWaitingMax }),
    searches: openSharedPlaces({
      places: limits.searchesAtOnceMax,
      waiting: limits.searchesWaitingMax,
    }),
    workScheduled,
    observer,
    ...openLimits(options, { settings, wall, observer }),
  }
}

/** What {@link portsOf} finds: members of this name show in no editor and belong to no contract. */
const insides = Symbol("ports")
interface HasPorts {
  readonly [insides]: PortsShape
}

/**
 * What the operations of a Symbolon run on: for tools beside it that read the store. Exported by
 * `@symbolon/core/effect`.
 */
export const portsOf = (symbolon: Symbolon): PortsShape =>
  (symbolon as Symbolon & HasPorts)[insides]

const tokenKeys = async (run: Run): Promise<Awaited<ReturnType<Symbolon["jwks"]>>> => {
  const keys = await run(keysInForce("tokens"))
  return {
    keys: keys.map(({ keyId, publicKey }) => ({
      ...JSON.parse(publicKey),
      kid: keyId,
      use: "sig",
      alg: "RS256",
    })),
  }
}

/** What is counted, all of it in one store: the given one, else the storage's, else this process. */
const openLimits = (
  { storage, rateLimitStore, logger }: SymbolonOptions,
  { settings, wall, observer }: Pick<PortsShape, "settings" | "wall" | "observer">,
) => {
  const store = rateLimitStore ?? storage.rateLimitStore ?? memoryRateLimitStore()
  const onFailing: Logger["error"] =
    logger === undefined ? processWarning : (fields, message) => logger.error(fields, message)
  const rateLimiter = openRateLimiter(store, { wall, onFailing })
  return {
    rateLimiter,
    signingLimit: openSigningLimit(rateLimiter, settings.ledger, observer),
    accountLimits: openAccountLimits(rateLimiter, settings, observer),
  }
}

const settingsOf = ({
  baseUrl,
  testClock,
  limits: counting,
  manifest,
  doors,
  ledger,
  oauth,
  webhooks,
  keeping,
  files,
}: SymbolonOptions): Settings => ({
  network: testClock === undefined ? "main" : "test",
  limits: counting ?? (testClock === undefined ? "on" : "off"),
  baseUrl: (baseUrl ?? "http://127.0.0.1:8080").replace(/\/+$/, ""),
  manifest: {
    validForSeconds: limits.manifestValidForSeconds,
    clockToleranceSeconds: limits.clockToleranceSeconds,
    ...manifest,
  },
  doors: { opensBeforeSeconds: 0, ...doors },
  ledger: {
    walletSigningsPerHour: limits.walletSigningsPerHour,
    treasurySigningsPerHour: limits.treasurySigningsPerHour,
    openKeysMax: limits.openWalletKeysMax,
    ...ledger,
  },
  oauth: { refreshReuseGraceSeconds: 0, ...oauth },
  webhooks: {
    allowedNetworks: [],
    httpsOnly: false,
    timeoutMs: limits.outgoingTimeoutMs,
    ...webhooks,
  },
  keeping: {
    deliveriesDays: limits.deliveriesKeptDays,
    failedJobsDays: limits.failedJobsKeptDays,
    ...keeping,
  },
  files: {
    maxBytes: limits.fileBytesMax,
    partBytes: limits.filePartBytes,
    bytesPerUser: limits.fileBytesPerUser,
    bytesPerOrganization: limits.fileBytesPerOrganization,
    mirroredBytesPerOrganization: limits.mirroredBytesPerOrganization,
    ...files,
  },
})

const runWith = (ports: PortsShape): Run => {
  const around = Context.make(Ports, ports)
  return async (effect, { requestId, isAbandoned } = {}) => {
    const named = requestId === undefined ? around : Context.add(around, RequestId, requestId)
    const exit = await settle(
      effect,
      isAbandoned === undefined ? named : Context.add(named, IsAbandoned, isAbandoned),
    )
    if (Exit.isSuccess(exit)) return exit.value
    // The refusal itself, or the defect: never a wrapper, so that `catch` sees what was thrown.
    throw failureOf(Cause.squash(exit.cause))
  }
}

/** Who is not known is nobody, and not the host: a lookup may have found no caller. */
const heldCaller = (caller: unknown): Caller => {
  const { kind, scopes } = isRecord(caller) ? caller : {}
  if (kind === "host" || (typeof kind === "string" && scopes instanceof Set))
    return caller as unknown as Caller
  throw new TypeError(
    "symbolon.as() takes a caller, such as symbolon.authenticate() answers. Without one, answer 401.",
  )
}
