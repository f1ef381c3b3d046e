import {
  type AdmitRequest,
  Door,
  type DoorOptions,
  type DoorStatus,
  type DoorVerdict,
  type OutboxItem,
} from "../index.ts"
import { type HostRecord, joinRecord, type RefusedUpload, splitRecord } from "./durable-record.ts"
import type { HostStore } from "./host-store.ts"

/** As for `Door`, with a store that may take its time. */
export interface DurableDoorOptions extends Omit<DoorOptions, "store"> {
  readonly store: HostStore
}

/**
 * A `Door` whose answers wait for the disk. Its calls run one after the other in the order in which
 * they were made.
 */
export interface DurableDoor {
  /**
   * As `Door.load`; rejects with `DoorError`, or with what the store said. The door is then as it
   * was.
   */
  readonly load: (response: string, deltas?: readonly string[]) => Promise<DoorStatus>
  readonly applyDelta: (response: string) => Promise<DoorStatus>
  /**
   * As `Door.admit`, and never rejects: an admission that could not be written is `undetermined`,
   * `store_failed`, and the door has forgotten it. `key` replaces the idempotency key under which
   * the admission is uploaded.
   */
  readonly admit: (request: AdmitRequest | string, key?: string) => Promise<DoorVerdict>
  /** Remembers an admission that the service granted: it counts here, and is not uploaded. */
  readonly note: (request: AdmitRequest) => Promise<void>
  readonly outbox: (limit?: number) => Promise<readonly OutboxItem[]>
  /**
   * Removes answered uploads, and stores those that the service did not count. Rejects if the store
   * fails; the uploads then stay.
   */
  readonly ack: (
    items: readonly Pick<OutboxItem, "idempotency_key">[],
    refused?: readonly RefusedUpload[],
  ) => Promise<void>
  /** Wipes the roster and sets new trust keys, if passed. The uploads stay. */
  readonly forgetRoster: (trustKeys?: DoorOptions["trustKeys"]) => Promise<void>
  readonly refused: () => readonly RefusedUpload[]
  readonly status: () => DoorStatus
}

interface Inside {
  readonly options: DurableDoorOptions
  trustKeys: DoorOptions["trustKeys"]
  door: Door
  host: HostRecord
  /** The door's text as the store has it, and as the door would like it. */
  stored: string | null
  staged: string | null
  loaded: { readonly manifest: string; readonly deltas: readonly string[] } | undefined
}

/**
 * Opens a door over a store that may be asynchronous, such as IndexedDB. Rejects as the constructor
 * of `Door` throws, and when the store cannot be read.
 */
export const openDurableDoor = async (options: DurableDoorOptions): Promise<DurableDoor> => {
  const { door: storedDoor, host } = splitRecord(await options.store.read())
  const inside: Inside = {
    options,
    trustKeys: options.trustKeys,
    door: undefined as never,
    host,
    stored: storedDoor,
    staged: storedDoor,
    loaded: undefined,
  }
  inside.door = buildDoor(inside)
  const run = takeTurns(inside)
  return {
    load: (response, deltas = []) =>
      run(() => {
        const status = inside.door.load(response, deltas)
        inside.loaded = { manifest: response, deltas }
        return status
      }),
    applyDelta: (response) =>
      run(() => {
        const status = inside.door.applyDelta(response)
        if (inside.loaded !== undefined)
          inside.loaded = { ...inside.loaded, deltas: [...inside.loaded.deltas, response] }
        return status
      }),
    admit: (request, key) => {
      let verdict: DoorVerdict | undefined
      return run(() => {
        verdict = admitUnder(inside, request, key)
        return verdict
      }).catch(() =>
        verdict === undefined || verdict.decision === "admitted" ? STORE_FAILED : verdict,
      )
    },
    note: (request) => run(() => noteGranted(inside.door, request)),
    outbox: (limit = 100) =>
      run(() =>
        inside.door
          .outbox(limit)
          .map((item) => ({ ...item, idempotency_key: keyOf(inside, item) })),
      ),
    ack: (items, refused = []) => run(() => acknowledge(inside, items, refused)),
    forgetRoster: (trustKeys = inside.trustKeys) =>
      run(() => {
        inside.trustKeys = trustKeys
        inside.loaded = undefined
        inside.door = buildDoor(inside)
      }),
    refused: () => inside.host.refused,
    status: () => inside.door.status(),
  }
}

const STORE_FAILED: DoorVerdict = {
  decision: "undetermined",
  blocked_reason: null,
  undetermined_reason: "store_failed",
  wallet_address: null,
  reentry: false,
  seat: "none",
  details: {},
}

const buildDoor = (inside: Inside): Door =>
  new Door({
    utf8: (text) => new TextEncoder().encode(text),
    ...inside.options,
    trustKeys: inside.trustKeys,
    store: {
      read: () => inside.stored,
      write: (text) => {
        inside.staged = text
      },
    },
  })

/**
 * Runs one piece of work at a time and stores its changes before it answers. If the store fails,
 * the door is rebuilt from the stored state, as after a restart.
 */
const takeTurns = (inside: Inside) => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => T): Promise<T> => {
    const turn = last.then(async () => {
      const { host, loaded, trustKeys } = inside
      inside.staged = inside.stored
      const result = work()
      const { staged } = inside
      if (staged === null || (staged === inside.stored && inside.host === host)) return result
      try {
        await inside.options.store.write(joinRecord(staged, inside.host))
        inside.stored = staged
        return result
      } catch (error) {
        Object.assign(inside, { host, loaded, trustKeys, staged: inside.stored })
        inside.door = buildDoor(inside)
        reload(inside)
        throw error
      }
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

const reload = (inside: Inside): void => {
  if (inside.loaded === undefined) return
  try {
    inside.door.load(inside.loaded.manifest, inside.loaded.deltas)
  } catch {
    // It has run out meanwhile: without a manifest the door cannot tell, which is what it says.
  }
}

const admitUnder = (
  inside: Inside,
  request: AdmitRequest | string,
  key: string | undefined,
): DoorVerdict => {
  const verdict = inside.door.admit(request)
  if (verdict.decision !== "admitted" || key === undefined) return verdict
  const own = inside.door.outbox(Number.MAX_SAFE_INTEGER).at(-1)?.idempotency_key
  if (own !== undefined) inside.host = { ...inside.host, keys: { ...inside.host.keys, [own]: key } }
  return verdict
}

const noteGranted = (door: Door, request: AdmitRequest): void => {
  if (door.admit(request).decision !== "admitted") return
  const item = door.outbox(Number.MAX_SAFE_INTEGER).at(-1)
  if (item !== undefined) door.ack([item])
}

const keyOf = (
  { host }: Inside,
  { idempotency_key: key }: Pick<OutboxItem, "idempotency_key">,
): string => host.keys[key] ?? key

const acknowledge = (
  inside: Inside,
  items: readonly Pick<OutboxItem, "idempotency_key">[],
  refused: readonly RefusedUpload[],
): void => {
  const final = new Set(items.map((item) => item.idempotency_key))
  const done = inside.door
    .outbox(Number.MAX_SAFE_INTEGER)
    .filter((item) => final.has(keyOf(inside, item)))
  if (done.length === 0) return
  inside.door.ack(done)
  const gone = new Set(done.map((item) => item.idempotency_key))
  const keys = Object.fromEntries(
    Object.entries(inside.host.keys).filter(([own]) => !gone.has(own)),
  )
  inside.host = { keys, refused: [...inside.host.refused, ...refused] }
}
