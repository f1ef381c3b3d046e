import {
  consistencyPlan,
  type HashRange,
  type LedgerKeys,
  type LogState,
  parseTile,
  readCheckpoint,
  readNote,
  type TileAddress,
  tileOf,
  tilePath,
  tileWidth,
} from "@symbolon/core/ledger"
import { CommandFailed } from "./command.ts"

const noteMax = 65_536
const patienceMs = 30_000

/** Another deployment's log, unverified. */
export interface WatchedLog {
  readonly origin: string
  /** Raw keys that it says its checkpoints are signed by. */
  readonly keys: readonly Uint8Array[]
  /** Its newest checkpoint, a signed note. */
  readonly note: string
  /**
   * The consistency proof from the known log, computed from its tiles.
   */
  readonly path: readonly string[]
}

/**
 * Reads the log of a deployment: its newest checkpoint and the tiles for a consistency proof.
 *
 * @throws {CommandFailed} if the log is unreachable or its answer is invalid.
 */
export const lookAt = async (baseUrl: string, known: LogState | undefined): Promise<WatchedLog> => {
  const at = `${baseUrl.replace(/\/+$/, "")}/api/v1/ledger`
  const keys = keysOf(await text(`${at}/keys`))
  const note = await text(`${at}/checkpoint`)
  const read = readNote(note)
  const newest = read === null ? null : readCheckpoint(read.text)
  const path =
    known === undefined || newest === null || known.size === 0 || known.size >= newest.size
      ? []
      : await growth(at, known, newest)
  return { ...keys, note, path }
}

const growth = async (
  at: string,
  known: LogState,
  newest: LogState,
): Promise<readonly string[]> => {
  const plan = consistencyPlan(known.size, newest.size)
  return plan.path(await Promise.all(plan.ranges.map((range) => hashes(at, range, newest.size))))
}

/** Returns the hashes of a range within one tile. */
const hashes = async (
  at: string,
  { level, from, count }: HashRange,
  size: number,
): Promise<readonly string[]> => {
  const index = Math.floor(from / tileWidth)
  const tile = tileOf(size, level, index)
  if (tile === undefined) throw new CommandFailed(`${at} has no tile ${index} at level ${level}.`)
  const found = parseTile(await bytes(`${at}/${tilePath(tile)}`, tileWidth * 32), tile.width)
  if (found === undefined)
    throw new CommandFailed(`${at}/${tilePath(tile satisfies TileAddress)} is not a valid tile.`)
  const offset = from - index * tileWidth
  return found.slice(offset, offset + count)
}

const keysOf = (json: string): Pick<WatchedLog, "origin" | "keys"> => {
  try {
    const { origin, keys } = JSON.parse(json) as LedgerKeys
    const own = keys
      .filter(({ purpose }) => purpose === "ledger_checkpoint")
      .map((key) => Buffer.from(key.public_key, "base64url"))
    if (typeof origin === "string" && own.every(({ length }) => length === 32))
      return { origin, keys: own }
  } catch {
    // Said below.
  }
  throw new CommandFailed("/ledger/keys did not answer with the keys of a ledger. Check --origin.")
}

const text = async (url: string): Promise<string> =>
  new TextDecoder().decode(await bytes(url, noteMax))

const bytes = async (url: string, most: number): Promise<Uint8Array> => {
  try {
    const reply = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(patienceMs) })
    if (reply.status !== 200 || reply.body === null) throw new Error(`it answered ${reply.status}`)
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of reply.body) {
      length += part.length
      if (length > most) throw new Error(`it answered more than ${most} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (reason) {
    throw new CommandFailed(
      `${url} cannot be fetched: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
}
