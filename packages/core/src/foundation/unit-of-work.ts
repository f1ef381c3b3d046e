import { Cause, Context, Effect, Exit, Option, Result } from "effect"
import type { CredentialIndexes } from "../credentials/credential-indexes.ts"
import type { CredentialKeyring } from "../credentials/credential-keyring.ts"
import type { AccountLimits } from "../accounts/account-limits.ts"
import type { OutgoingMail } from "../accounts/outgoing-mail.ts"
import type { WakeUp } from "./jobs/wake-up.ts"
import type { Checkpoints } from "../ledger/log/checkpoints.ts"
import type { Committer } from "../ledger/commit/committer.ts"
import type { ContentUses } from "../ledger/content/content-uses.ts"
import type { HostedContents } from "../ledger/content/hosted-contents.ts"
import type { LedgerOrigin } from "../ledger/log/ledger-origin.ts"
import type { SigningLimit } from "../ledger/commit/signing-limit.ts"
import { StorageFailed, Unavailable } from "./errors/refusals.ts"
import type { Gatherings } from "./gatherings.ts"
import type { SharedPlaces } from "./shared-places.ts"
import type { SharedReads } from "./shared-reads.ts"
import { isStorageUnavailable } from "./kernel/storage-unavailable.ts"
import type { ManifestCache } from "../manifest/manifest-cache.ts"
import type { World } from "./ports/ports.ts"
import type { RateLimiter } from "../rate-limits/rate-limiter.ts"
import type { TokenVerifier } from "../oauth/tokens/token-verifier.ts"
import type { ServiceKeyring } from "../service-keys/service-keyring.ts"
import { asked, judged, settle, step, whole } from "./step.ts"
import type { Repositories, Storage } from "./storage/storage.ts"
import type { DecryptionKeyring } from "../wallets/decryption-keyring.ts"
import type { WalletDirectory } from "../wallets/wallet-directory.ts"
import type { WalletKeyring } from "../wallets/wallet-keyring.ts"

/** Each Promise verb of a port as an Effect verb. */
type Lifted<T> = {
  readonly [Noun in keyof T]: {
    readonly [Verb in keyof T[Noun]]: T[Noun][Verb] extends (
      ...input: infer Input
    ) => Promise<infer A>
      ? (...input: Input) => Effect.Effect<A, StorageFailed>
      : never
  }
}

/** The repositories inside a transaction, as steps and operations see them. */
export type Verbs = Lifted<Repositories>

/** The open transaction. A step that needs it can only run inside {@link transact}. */
export class Tx extends Context.Service<Tx, Verbs>()("core/Tx") {}

/** Everything an operation may reach outside a transaction. */
export interface PortsShape extends World {
  readonly storage: Storage
  readonly committer: Committer
  readonly checkpoints: Checkpoints
  /** How often contents of rewards are opened. */
  readonly contentUses: ContentUses
  /** Fetches contents that other hosts have. */
  readonly hostedContents: HostedContents
  readonly ledgerOrigin: LedgerOrigin
  /** Where mails are handed to {@link World.mailer}, after the transaction and without waiting. */
  readonly outgoingMail: OutgoingMail
  readonly manifestCache: ManifestCache
  readonly walletDirectory: WalletDirectory
  readonly walletKeys: WalletKeyring
  readonly decryptionKeys: DecryptionKeyring
  readonly credentialKeys: CredentialKeyring
  /** Where calls that hold the same row wait for each other, to hold it together. */
  readonly gatherings: Gatherings
  /** Snapshots that short reads share. */
  readonly sharedReads: SharedReads
  /** Of pages of lists. */
  readonly lists: SharedPlaces
  /** Of pages of lists that are searched. */
  readonly searches: SharedPlaces
  /** Places in the status lists of credentials. */
  readonly credentialIndexes: CredentialIndexes
  readonly rateLimiter: RateLimiter
  readonly signingLimit: SigningLimit
  readonly accountLimits: AccountLimits
  readonly serviceKeys: ServiceKeyring
  readonly tokenVerifier: TokenVerifier
  /** Told after each transaction that scheduled jobs. */
  readonly workScheduled: WakeUp
}

/** The ports, made once by `createSymbolon`. */
export class Ports extends Context.Service<Ports, PortsShape>()("core/Ports") {}

/**
 * The id of the request on whose behalf an operation runs, which background work that it schedules
 * keeps for its log lines. Undefined outside of requests.
 */
export const RequestId = Context.Reference<string | undefined>("core/RequestId", {
  defaultValue: () => undefined,
})

/** Whether nobody waits for the answer any more: what has not begun then need not begin. */
export const IsAbandoned = Context.Reference<() => boolean>("core/IsAbandoned", {
  defaultValue: () => () => false,
})

/** Carries a refusal out through the adapter, which must undo everything and pass it on. */
class Refused {
  readonly exit: Exit.Exit<never, unknown>
  constructor(exit: Exit.Exit<never, unknown>) {
    this.exit = exit
  }
}

type Call = (...input: unknown[]) => Promise<unknown>

/**
 * What `make` makes of each member of an object, made when it is asked for and kept: a transaction
 * uses a few verbs of more than a hundred, and its store may bring the same to the next one.
 */
const whenAsked = <Of extends object>(of: Of, make: (member: unknown) => unknown): unknown => {
  const made = new Map<string | symbol, unknown>()
  return new Proxy(of, {
    get: (all, name) => {
      const before = made.get(name)
      if (before !== undefined || !(name in all)) return before
      const member = make(all[name as keyof Of])
      made.set(name, member)
      return member
    },
  })
}

const liftedBefore = new WeakMap<Repositories, Verbs>()

const lifted = (repositories: Repositories): Verbs => {
  const known = liftedBefore.get(repositories)
  if (known !== undefined) return known
  const verbs = whenAsked(repositories, (repository) =>
    whenAsked(repository as Readonly<Record<string, Call>>, liftedVerb),
  ) as Verbs
  liftedBefore.set(repositories, verbs)
  return verbs
}

const liftedVerb =
  (call: unknown) =>
  (...input: unknown[]) =>
    asked(() => (call as Call)(...input))

/** The same verbs; `noteJobs` is called when jobs are asked for. */
const notingJobs = (verbs: Verbs, noteJobs: () => void): Verbs =>
  new Proxy(inFront, {
    get: (_, name) => {
      if (name === "jobs") noteJobs()
      return verbs[name as keyof Verbs]
    },
  })

/** Nothing of its own: a proxy over a proxy looks each member up twice. */
const inFront = {} as Verbs

export type ErrorOf<Step> = Step extends Effect.Effect<infer _A, infer E, infer _R> ? E : never
export type NeedsOf<Step> = Step extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

type Work<Step, A> = (tx: Verbs, now: Date) => Generator<Step, A, never>
type Done<Step, A> = Effect.Effect<
  A,
  ErrorOf<Step> | StorageFailed,
  Exclude<NeedsOf<Step>, Tx> | Ports
>

/**
 * Runs `work` in one transaction: all of it is kept, or none.
 *
 * `now` is read once, before the store is asked. `work` may run again and awaits nothing but `tx`.
 * It is not interrupted once begun, and a storage error reaches the adapter as it was, so that the
 * adapter can judge and retry it.
 */
export const transact = <Step extends Effect.Effect<unknown, unknown, unknown>, A>(
  work: Work<Step, A>,
): Done<Step, A> => inside("write", work)

/** Runs `work` on one snapshot. It cannot write. */
export const read = <Step extends Effect.Effect<unknown, unknown, unknown>, A>(
  work: Work<Step, A>,
): Done<Step, A> => inside("read", work)

/**
 * As {@link read}, on a snapshot that is shared with what others read at the same time, so that many who
 * come together ask the store little more than one does. For a few rows by their keys: whoever shares a snapshot
 * waits for all that is read on it.
 */
export const sharedRead = <Step extends Effect.Effect<unknown, unknown, unknown>, A>(
  work: Work<Step, A>,
): Done<Step, A> => {
  const body = step(work)
  return whole(async (around): Promise<Exit.Exit<A, ErrorOf<Step> | StorageFailed>> => {
    mustBeOutside(around)
    const { sharedReads } = Context.getUnsafe(around, Ports)
    try {
      return await sharedReads.run(async (repositories, now) => {
        const tx = lifted(repositories)
        const ended = await settle(body(tx, now), Context.add(around, Tx, tx))
        const failure = Exit.isSuccess(ended) ? undefined : storeFailureIn(ended)
        // For the adapter to judge.
        if (failure !== undefined) throw failure.cause
        return ended
      })
    } catch (reason) {
      return Exit.fail(new StorageFailed({ cause: reason }))
    }
  })
}

/**
 * Something slow, done before a transaction begins: hashing, signing, asking a key vault. A failure
 * is the service's own, like one of the store.
 */
export const prepare = <A>(work: () => Promise<A> | A): Effect.Effect<A, StorageFailed> =>
  asked(work)

/**
 * A verb whose failure is told as a refusal of its own, and not as one of the store: the
 * transaction is undone like with any other refusal, and is not tried again.
 */
export const orRefuse = <A, E>(
  verb: Effect.Effect<A, StorageFailed>,
  refusal: () => E,
): Effect.Effect<A, E> => judged(verb, (result) => mapped(result, refusal))

const mapped = <A, E, F>(result: Result.Result<A, E>, refusal: (error: E) => F): Exit.Exit<A, F> =>
  Result.isSuccess(result) ? Exit.succeed(result.success) : Exit.fail(refusal(result.failure))

/**
 * A step whose every refusal is told as that of a thing which is not there: a caller who may not see
 * it does not learn that it exists. A failure of the store stays one.
 */
export const orAbsent = <A, E, R, Absent>(
  step: Effect.Effect<A, E | StorageFailed, R>,
  absent: () => Absent,
): Effect.Effect<A, StorageFailed | Absent, R> =>
  judged(step, (result) =>
    mapped(result, (refusal) => (refusal instanceof StorageFailed ? refusal : absent())),
  )

/** What a part of an operation came to: its refusal is a value too, so that it can be judged. */
export const asResult = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<Result.Result<A, E>, never, R> => judged(effect, Exit.succeed)

/**
 * As {@link asResult}, where a failure of the store stays one: the transaction is lost with it,
 * whoever it was for.
 */
export const refusalAsResult = <A, E, R>(
  step: Effect.Effect<A, E, R>,
): Effect.Effect<Result.Result<A, Exclude<E, StorageFailed>>, StorageFailed, R> =>
  judged(step, (result): Exit.Exit<Result.Result<A, Exclude<E, StorageFailed>>, StorageFailed> => {
    if (Result.isSuccess(result)) return Exit.succeed(Result.succeed(result.success))
    const { failure } = result
    return failure instanceof StorageFailed
      ? Exit.fail(failure)
      : Exit.succeed(Result.fail(failure as Exclude<E, StorageFailed>))
  })

/**
 * Asks several things inside one transaction, none of which needs another's answer: where a
 * connection is far away they travel together. The store does them in this order.
 */
export const atOnce = <const Parts extends readonly Effect.Effect<unknown, unknown, unknown>[]>(
  ...parts: Parts
) => Effect.all(parts, { concurrency: "unbounded" })

/** Runs parts of an operation at the same time, each with transactions of its own. */
export const together = <A, E, R>(
  parts: readonly Effect.Effect<A, E, R>[],
): Effect.Effect<readonly A[], E, R> => Effect.all(parts, { concurrency: "unbounded" })

const inside = <Step extends Effect.Effect<unknown, unknown, unknown>, A>(
  mode: "read" | "write",
  work: Work<Step, A>,
): Done<Step, A> => {
  type E = ErrorOf<Step> | StorageFailed
  const body = step(work)
  return whole(async (around): Promise<Exit.Exit<A, E>> => {
    mustBeOutside(around)
    const { storage, clock, workScheduled } = Context.getUnsafe(around, Ports)
    const now = clock.now()
    let usesJobs = false
    const noteJobs = (): void => {
      usesJobs = true
    }
    const run = async (repositories: Repositories): Promise<Exit.Exit<A, E>> => {
      usesJobs = false
      const verbs = lifted(repositories)
      const tx = mode === "read" ? verbs : notingJobs(verbs, noteJobs)
      const ended = await settle(body(tx, now), Context.add(around, Tx, tx))
      if (Exit.isSuccess(ended)) return ended
      const failure = Option.getOrUndefined(Cause.findErrorOption(ended.cause))
      throw failure instanceof StorageFailed
        ? failure.cause
        : new Refused(Exit.failCause(ended.cause))
    }
    try {
      return await storage.transact(mode, run)
    } catch (reason) {
      return reason instanceof Refused
        ? (reason.exit as Exit.Exit<never, E>)
        : Exit.fail(new StorageFailed({ cause: reason }))
    } finally {
      if (usesJobs && mode === "write") workScheduled.wake()
    }
  })
}

/**
 * Runs `work` for `one` together with the calls that wait in the queue `name` meanwhile: one
 * transaction for many callers. `work` answers each in its place, so that a refusal is that of one
 * caller; all callers of a queue bring the same work. It runs on behalf of no request, so each must
 * bring its own {@link RequestId}.
 */
export const gathered = <One, A, E>(
  name: string,
  one: One,
  how: { readonly size: number; readonly isPatient?: boolean },
  work: (
    all: readonly One[],
  ) => Effect.Effect<readonly Result.Result<A, E>[], StorageFailed, Ports>,
): Effect.Effect<A, E | StorageFailed | Unavailable, Ports> =>
  whole(async (around): Promise<Exit.Exit<A, E | StorageFailed | Unavailable>> => {
    const ports = Context.getUnsafe(around, Ports)
    const alone = Context.make(Ports, ports)
    try {
      return await ports.gatherings.join(name, one, {
        ...how,
        run: async (all) => {
          const exit = await settle(work(all), alone)
          if (Exit.isSuccess(exit))
            return exit.value.map((result) =>
              Result.isSuccess(result) ? Exit.succeed(result.success) : Exit.fail(result.failure),
            )
          throw new Refused(Exit.failCause(exit.cause))
        },
        isForAll: (reason) =>
          reason instanceof Refused && isStorageUnavailable(storeFailureIn(reason.exit)?.cause),
      })
    } catch (reason) {
      if (reason instanceof Refused) return reason.exit as Exit.Exit<never, StorageFailed>
      return reason instanceof Unavailable ? Exit.fail(reason) : Exit.die(reason)
    }
  })

const storeFailureIn = (exit: Exit.Exit<unknown, unknown>): StorageFailed | undefined => {
  const failure = Exit.isSuccess(exit)
    ? undefined
    : Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return failure instanceof StorageFailed ? failure : undefined
}

/** A defect inside a transaction: it would wait for a connection while it holds one. */
const mustBeOutside = (around: Context.Context<never>): void => {
  if (Option.isSome(Context.getOption(around, Tx)))
    throw new Error("transact inside transact: call a step instead")
}
