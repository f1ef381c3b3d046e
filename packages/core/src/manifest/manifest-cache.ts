import type { RosterEntry, SaidLine } from "./rosters/roster.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { newFragments } from "./fragments.ts"
import type { ManifestHead } from "../door/index.ts"
import { copyPieces, lineText, manifestPieces, type ManifestLists, turn } from "./manifest-bytes.ts"

/** Rosters as text, by session, for the life of the process. */
export interface ManifestCache {
  /**
   * The canonical bytes (RFC 8785) of a session's manifest, in pieces: a head, and both lists as of
   * its version.
   */
  readonly piecesOf: (
    sessionUuid: string,
    head: ManifestHead,
    now: Date,
  ) => Promise<readonly Uint8Array[]>
  /**
   * Lends `work` the pieces as one, until it ends. The buffer is lent again afterwards: a signature
   * needs all bytes at once, and a new buffer of so many for each is what collections of garbage
   * are made for.
   */
  readonly asOne: <A>(
    pieces: readonly Uint8Array[],
    work: (whole: Uint8Array) => Promise<A>,
  ) => Promise<A>
}

interface CachedLists {
  readonly lists: ManifestLists
  readonly version: number
  readonly usedAt: number
}

const sliceMax = 1000
/** More changes than this are not worth following one by one. */
const changesMax = 20_000
/** Older ones may miss what the sweep has taken meanwhile. */
const keptForMs = 86_400_000
/** A larger buffer is not kept. */
const lentBytesMax = 32 * 1024 * 1024

/**
 * Keeps the lists of the sessions asked for last, at most `peopleMax` lines of them. What is kept
 * of an older version is brought up to date by reading what changed since; that another process
 * wrote it makes no difference, and no cache is told to drop anything.
 */
export const openManifestCache = (storage: Storage, peopleMax: number): ManifestCache => {
  const cached = new Map<string, CachedLists>()
  const turns = new Map<string, Promise<unknown>>()

  /** Undefined when there is too much to follow. */
  const follow = async (
    sessionUuid: string,
    { lists, version }: CachedLists,
    wanted: number,
  ): Promise<ManifestLists | undefined> => {
    if (version === wanted) return lists
    const changed = await storage.transact("read", (tx) =>
      tx.rosters.changedBetween(sessionUuid, version, wanted, changesMax),
    )
    if (changed.length === changesMax) return undefined
    applyChanges(lists, changed, wanted)
    return lists
  }

  const listsAt = async (
    sessionUuid: string,
    version: number,
    now: number,
  ): Promise<ManifestLists> => {
    const known = cached.get(sessionUuid)
    // Lists go forward only; what they said before is read by itself.
    if (known !== undefined && known.version > version)
      return readLists(storage, sessionUuid, version)
    cached.delete(sessionUuid)
    const isUsable = known !== undefined && now - known.usedAt < keptForMs
    const lists =
      (isUsable ? await follow(sessionUuid, known, version) : undefined) ??
      (await readLists(storage, sessionUuid, version))
    cached.set(sessionUuid, { lists, version, usedAt: now })
    makeRoom()
    return lists
  }

  const makeRoom = (): void => {
    let people = 0
    for (const { lists } of cached.values()) people += lists.roster.size() + lists.admitted.size()
    for (const [oldest, { lists }] of cached) {
      if (people <= peopleMax || cached.size === 1) return
      cached.delete(oldest)
      people -= lists.roster.size() + lists.admitted.size()
    }
  }

  const piecesOf = async (sessionUuid: string, head: ManifestHead, now: Date) =>
    manifestPieces(head, await listsAt(sessionUuid, head.manifest_version, now.getTime()))

  return {
    // One after the other: two that brought the same lists up to date at once would spoil them.
    asOne: openLender(),
    piecesOf: (sessionUuid, head, now) => {
      const before = turns.get(sessionUuid) ?? Promise.resolve()
      const mine = before.catch(() => undefined).then(() => piecesOf(sessionUuid, head, now))
      turns.set(sessionUuid, mine)
      const forget = () => {
        if (turns.get(sessionUuid) === mine) turns.delete(sessionUuid)
      }
      mine.then(forget, forget)
      return mine
    },
  }
}

/** Keeps one buffer, as long as the longest that was asked for; who finds it lent gets another. */
const openLender = (): ManifestCache["asOne"] => {
  let free = Buffer.alloc(0)
  return async (pieces, work) => {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    // With some room, as lists grow by and by.
    const mine = free.length >= length ? free : Buffer.allocUnsafeSlow(length + (length >> 3))
    free = Buffer.alloc(0)
    try {
      return await work(mine.subarray(0, await copyPieces(pieces, mine)))
    } finally {
      if (mine.length > free.length && mine.length <= lentBytesMax) free = mine
    }
  }
}

/** Reads both lists of a session as of a version. */
const readLists = async (
  storage: Storage,
  sessionUuid: string,
  version: number,
): Promise<ManifestLists> => {
  const lists = { roster: newFragments(), admitted: newFragments() }
  for (const list of ["roster", "admitted"] as const)
    for (
      let slice: readonly SaidLine[] | undefined;
      slice === undefined || slice.length === sliceMax;
    ) {
      const after = slice?.at(-1)?.walletAddress
      slice = await storage.transact("read", (tx) =>
        tx.rosters.lines({ sessionUuid, list, version }, after, sliceMax),
      )
      for (const line of slice) lists[list].put(line.walletAddress, lineText(line))
      await turn()
    }
  return lists
}

/** Brings lists up to a version by the entries that began or ended until then. */
const applyChanges = (
  lists: ManifestLists,
  changed: readonly RosterEntry[],
  version: number,
): void => {
  const said = changed.flatMap((entry) =>
    entry.list === "gone" || entry.list === "awaited" ? [] : [{ ...entry, list: entry.list }],
  )
  for (const { list, walletAddress, untilVersion } of said)
    if (untilVersion !== undefined && untilVersion <= version) lists[list].remove(walletAddress)
  for (const entry of said)
    if (entry.untilVersion === undefined || entry.untilVersion > version)
      lists[entry.list].put(entry.walletAddress, lineText(entry))
}
