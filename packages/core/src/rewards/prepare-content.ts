import { Unavailable } from "../foundation/errors/refusals.ts"
import type { JsonObject } from "../foundation/kernel/json.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { RewardContent } from "../foundation/ports/content-sealer.ts"
import { isObject } from "../foundation/sealing/plain-json.ts"
import { contentHash } from "../foundation/sealing/reward-content.ts"
import { seal, unseal } from "../foundation/sealing/sealed-box.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare, read, transact } from "../foundation/unit-of-work.ts"
import { type CachedContent, cachedContentBinding } from "../ledger/content/cached-content.ts"
import {
  contentInside,
  copyExpiresAt,
  decryptedData,
  type HostedCache,
  type HostedContent,
  hostedIn,
} from "../ledger/content/content.ts"
import type { Transaction } from "../ledger/entries/transaction.ts"
import { type IssuedRewardContent, readIssuedContent } from "./issued-content.ts"
import { issuedItems } from "./item-uid.ts"
import { type AuthoredRewardContent, storedContentOf } from "./reward-content.ts"
import type { HeldReward } from "./results.ts"

/** A content with what is known of where it comes from. */
export interface Projection
  extends Pick<
    HeldReward,
    | "content"
    | "contentHash"
    | "cachedAt"
    | "cacheExpiresAt"
    | "sourceType"
    | "sourceUrl"
    | "fetchLatencyMs"
  > {
  /** Whether data and items are not here, since another host has them. */
  readonly isUnfetched: boolean
}

/** What was opened of a reward. */
export interface OpenedReward {
  readonly opened: RewardContent
  /** The transaction whose envelope it was. */
  readonly source: Transaction
  /** The id of the transaction that issued it. */
  readonly issuedBy: string
  readonly copy: CachedContent | undefined
}

/** What the service has of a reward, without asking another host. */
export const projectionOf = step(function* (reward: OpenedReward) {
  const { opened, source, copy } = reward
  const inside = contentInside(opened)
  if (inside !== undefined) return insideProjection(reward, inside)
  const hosted = hostedIn(opened)
  const keepsHashAlone = hosted.cache.strategy === "none"
  if (copy !== undefined && !keepsHashAlone)
    return copyProjection(hosted, copy, yield* openCopy(copy))
  const unfetched: Projection = {
    ...hostedProjection(hosted),
    content: readIssuedContent(hosted.reward),
    contentHash: copy?.contentHash ?? "",
    cachedAt: source.createdAt,
    cacheExpiresAt: source.createdAt,
    fetchLatencyMs: undefined,
    isUnfetched: true,
  }
  return unfetched
})

/**
 * The same, where the content of another host is fetched if there is no copy of it, or the copy has
 * expired and no job fetches it. `Unavailable` if there is no copy and the host does not answer.
 */
export const freshProjectionOf = step(function* (
  reward: OpenedReward,
  isContent: (body: unknown) => body is AuthoredRewardContent,
) {
  const { opened, copy } = reward
  const { clock } = yield* Ports
  const isThere =
    contentInside(opened) !== undefined ||
    (copy !== undefined && isServed(copy, hostedIn(opened).cache, clock.now()))
  return isThere ? yield* projectionOf(reward) : yield* fetchedProjectionOf(reward, isContent)
})

const isServed = ({ expiresAt }: CachedContent, { strategy }: HostedCache, now: Date): boolean =>
  strategy !== "none" && (strategy === "prefetch" || expiresAt === undefined || expiresAt > now)

/**
 * What the host of a content has, fetched now. While the host does not answer, or answers something
 * else, the first copy is served; `Unavailable` if there is none, and where the hash alone is kept of
 * the first answer and the host answers something else.
 */
export const fetchedProjectionOf = step(function* (
  reward: OpenedReward,
  isContent: (body: unknown) => body is AuthoredRewardContent,
) {
  const { opened, source, copy, issuedBy } = reward
  const { hostedContents } = yield* Ports
  const hosted = hostedIn(opened)
  const transactionId = source.body.id
  const keepsHashAlone = hosted.cache.strategy === "none"
  const accepts = (body: unknown) => hashIfContent(body, isContent) !== undefined
  const place = { ...hosted, transactionId, hasCopy: copy !== undefined && !keepsHashAlone }
  const answer = yield* prepare(() => hostedContents.fetch(place, accepts))
  const fetched = answer.kind === "fetched" ? fetchedOf(answer, isContent) : undefined
  if (copy !== undefined && !keepsHashAlone) return yield* refreshed(hosted, copy, fetched)
  if (fetched === undefined)
    return yield* notServed(answer.kind === "failed" ? answer.reason : "content_invalid")
  const stored = storedContentOf(fetched.authored)
  const items = issuedItems(stored.items, issuedBy)
  const content = readIssuedContent({ ...hosted.reward, ...stored, items })
  return keepsHashAlone
    ? yield* pinned(hosted, content, { ...fetched, transactionId, copy })
    : yield* firstCopy(hosted, content, { ...fetched, transactionId })
})

const notServed = (reason: string) =>
  new Unavailable({
    reason: `The host of this content does not serve it (${reason}).`,
    retryAfterSeconds: 10,
  })

interface Fetched {
  readonly authored: AuthoredRewardContent
  readonly hash: string
  readonly latencyMs: number
  readonly fetchedAt: Date
}

const fetchedOf = (
  { body, latencyMs, fetchedAt }: Omit<Fetched, "authored" | "hash"> & { readonly body: unknown },
  isContent: (body: unknown) => body is AuthoredRewardContent,
): Fetched | undefined => {
  const hash = hashIfContent(body, isContent)
  return isContent(body) && hash !== undefined
    ? { authored: body, hash, latencyMs, fetchedAt }
    : undefined
}

const hashIfContent = (body: unknown, isContent: (body: unknown) => boolean): string | undefined =>
  isContent(body) ? contentHash(body) : undefined

interface FetchedFor extends Omit<Fetched, "authored"> {
  readonly transactionId: string
}

/** Keeps what was fetched first; of two at once, one. */
const firstCopy = step(function* (
  hosted: HostedContent,
  content: IssuedRewardContent,
  fetched: FetchedFor,
) {
  const { copy, isNew } = yield* keptFirst(hosted, JSON.stringify(content), fetched)
  return copyProjection(hosted, copy, isNew ? content : yield* openCopy(copy))
})

/**
 * What was fetched of a content of which no copy is kept: the hash of the first answer is. Another
 * answer is counted, and `Unavailable`.
 */
const pinned = step(function* (
  hosted: HostedContent,
  content: IssuedRewardContent,
  { copy, ...fetched }: FetchedFor & { readonly copy: CachedContent | undefined },
) {
  const { transactionId, latencyMs, fetchedAt } = fetched
  const pin = copy ?? (yield* keptFirst(hosted, "{}", fetched)).copy
  const expiresAt = copyExpiresAt(hosted.cache, fetchedAt)
  if (pin.contentHash !== fetched.hash) {
    yield* transact(function* (tx) {
      yield* tx.cachedContents.refetched({ transactionId, expiresAt, latencyMs, isDrift: true })
    })
    return yield* notServed("content_changed")
  }
  return copyProjection(hosted, { ...pin, fetchedAt, expiresAt, latencyMs }, content)
})

/** The first copy of a content, with `text` sealed in it: this one, or one that was there before. */
const keptFirst = step(function* (
  hosted: HostedContent,
  text: string,
  { transactionId, hash, latencyMs, fetchedAt }: FetchedFor,
) {
  const { vault, ids } = yield* Ports
  const sealed = yield* prepare(() =>
    seal(vault, ids, Buffer.from(text), cachedContentBinding(transactionId)),
  )
  const copy: CachedContent = {
    transactionId,
    contentHash: hash,
    sealed,
    fetchedAt,
    expiresAt: copyExpiresAt(hosted.cache, fetchedAt),
    latencyMs,
    driftCount: 0,
  }
  const isNew = yield* transact(function* (tx) {
    return yield* tx.cachedContents.add(copy)
  })
  if (isNew) return { copy, isNew }
  const [first] = yield* read(function* (tx) {
    return yield* tx.cachedContents.findAll([transactionId])
  })
  return first === undefined ? { copy, isNew: true } : { copy: first, isNew }
})

/** The copy, after its host was asked again: `fetched` is undefined when it did not answer. */
const refreshed = step(function* (
  hosted: HostedContent,
  copy: CachedContent,
  fetched: Fetched | undefined,
) {
  const { clock } = yield* Ports
  const now = clock.now()
  const { transactionId } = copy
  const expiresAt =
    fetched === undefined ? retriedAt(hosted, copy, now) : copyExpiresAt(hosted.cache, now)
  const latencyMs = fetched?.latencyMs ?? copy.latencyMs
  const isDrift = fetched !== undefined && fetched.hash !== copy.contentHash
  yield* transact(function* (tx) {
    yield* tx.cachedContents.refetched({ transactionId, expiresAt, latencyMs, isDrift })
  })
  return copyProjection(hosted, { ...copy, expiresAt, latencyMs }, yield* openCopy(copy))
})

/** Until when a copy is served whose host failed; what a job fetches expires when it would have. */
const retriedAt = (
  { cache }: HostedContent,
  { expiresAt }: CachedContent,
  now: Date,
): Date | undefined =>
  cache.strategy === "prefetch"
    ? expiresAt
    : new Date(now.getTime() + limits.manifestRetrySeconds * 1000)

const openCopy = step(function* ({ transactionId, sealed }: CachedContent) {
  const { vault } = yield* Ports
  return yield* prepare(async () => {
    const opened = await unseal(vault, sealed, cachedContentBinding(transactionId))
    const content: unknown = JSON.parse(Buffer.from(opened).toString("utf8"))
    opened.fill(0)
    if (!isObject(content)) throw new Error("The copy of a content is damaged.")
    return readIssuedContent(content)
  })
})

const insideProjection = ({ opened, source }: OpenedReward, inside: JsonObject): Projection => ({
  content: readIssuedContent(inside),
  contentHash: decryptedData(opened).contentHash ?? "",
  cachedAt: source.createdAt,
  cacheExpiresAt: undefined,
  sourceType: opened["source_type"] === "inline" ? "inline" : "internal",
  sourceUrl: undefined,
  fetchLatencyMs: undefined,
  isUnfetched: false,
})

const hostedProjection = ({ manifestUrl }: HostedContent) =>
  ({ sourceType: "hosted", sourceUrl: manifestUrl }) as const

const copyProjection = (
  hosted: HostedContent,
  { contentHash: hash, fetchedAt, expiresAt, latencyMs }: CachedContent,
  content: IssuedRewardContent,
): Projection => ({
  ...hostedProjection(hosted),
  content,
  contentHash: hash,
  cachedAt: fetchedAt,
  cacheExpiresAt: expiresAt,
  fetchLatencyMs: latencyMs,
  isUnfetched: false,
})
