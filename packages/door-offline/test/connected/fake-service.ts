import {
  type HostTimers,
  memoryStore,
  openConnectedDoor,
  type ConnectedDoorOptions,
} from "../../src/connected/index.ts"
import { OPENS, response, trustKeys } from "../signed-manifest.ts"

/** One request that the fake service was sent. */
export interface Seen {
  readonly path: string
  readonly body: {
    readonly idempotency_key?: string
    readonly admissions?: readonly Item[]
    readonly offline?: boolean
  }
  readonly token: string
  readonly etag: string | null
}

/** An upload as it arrives. */
export interface Item {
  readonly idempotency_key: string
  readonly identifier: { readonly type: string; readonly value: string }
}

/** What the fake service answers; `hang` never comes, `cut` is a network that is not there. */
export type Reply =
  | "hang"
  | "cut"
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

export const SESSION: string = JSON.parse(response()).payload.session_slug

/** The body of a verdict. */
export const result = (change: object = {}) => ({
  decision: "admitted",
  blocked_reason: null,
  disputed_reason: null,
  reentry: false,
  replayed: false,
  wallet_address: null,
  seat: "walk_in",
  details: null,
  ...change,
})

/** An error as the service tells it. */
export const refusal = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  body: { errors: {}, message: code, code, details: null },
  headers,
})

/** Timers that run when the test says so. */
const manualTimers = (clock: { now: number }) => {
  const due = new Map<number, { readonly at: number; readonly run: () => void }>()
  let elapsed = 0
  let last = 0
  const timers: HostTimers = {
    setTimeout: (run, ms) => {
      last += 1
      due.set(last, { at: elapsed + ms, run })
      return last
    },
    clearTimeout: (timer) => due.delete(timer),
  }
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  /** Lets time pass, in steps no timer is skipped by. */
  const pass = async (ms: number): Promise<void> => {
    const end = elapsed + ms
    await settle()
    for (;;) {
      const [next] = [...due]
        .filter(([, each]) => each.at <= end)
        .sort(([, a], [, b]) => a.at - b.at)
      if (next === undefined) break
      const [id, { at, run }] = next
      due.delete(id)
      clock.now += at - elapsed
      elapsed = at
      run()
      await settle()
    }
    clock.now += end - elapsed
    elapsed = end
  }
  return { timers, pass, settle }
}

/** A connected door before a service that the test writes, under a clock that it moves. */
export const createConnected = async (
  options: Partial<ConnectedDoorOptions> = {},
  isOpened = true,
) => {
  const clock = { now: OPENS }
  const { timers, pass, settle } = manualTimers(clock)
  const seen: Seen[] = []
  /** The sample with changes, generated at this moment. */
  const roster = (change: Parameters<typeof response>[0] = {}) =>
    response({ generated_at: `${new Date(clock.now).toISOString().slice(0, 19)}Z`, ...change })
  const routes: {
    admit: (body: Seen["body"]) => Reply
    manifest: () => Reply
    delta: (cursor: string) => Reply
    keys: () => Reply
  } = {
    admit: ({ admissions }) => ({
      status: 200,
      body: admissions === undefined ? result() : { results: admissions.map(() => result()) },
    }),
    manifest: () => ({ status: 200, body: roster() }),
    delta: () => refusal(410, "resync_required"),
    keys: () => ({ status: 200, body: trustKeys }),
  }
  const line = { isCut: false }
  const answer = (path: string, body: Seen["body"]): Reply => {
    if (line.isCut) return "cut"
    if (path === "/admit") return routes.admit(body)
    if (path.endsWith("/trust-keys")) return routes.keys()
    const cursor = /delta\?cursor=(.*)$/.exec(path)?.[1]
    return cursor === undefined ? routes.manifest() : routes.delta(decodeURIComponent(cursor))
  }
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const path = String(input).split(`/api/v1/sessions/${SESSION}`)[1] ?? ""
    const headers = new Headers(init.headers)
    const body = typeof init.body === "string" ? JSON.parse(init.body) : {}
    seen.push({
      path,
      body,
      token: headers.get("authorization") ?? "",
      etag: headers.get("if-none-match"),
    })
    const reply = answer(path, body)
    if (reply === "cut") throw new TypeError("fetch failed")
    if (reply === "hang") return new Promise<Response>(() => undefined)
    const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? {})
    return new Response(reply.status === 304 ? null : text, {
      status: reply.status,
      ...(reply.headers === undefined ? {} : { headers: reply.headers }),
    })
  }
  const stores = { door: memoryStore(), roster: memoryStore() }
  const open = (more: Partial<ConnectedDoorOptions> = {}) =>
    openConnectedDoor({
      baseUrl: "https://club.example/",
      session: SESSION,
      token: "door-token",
      deviceId: "pier",
      startId: "s1",
      stores,
      now: () => clock.now,
      fetch,
      timers,
      ...options,
      ...more,
    })
  const door = isOpened ? await open() : (undefined as never)
  return {
    clock,
    roster,
    pass,
    settle,
    seen,
    routes,
    line,
    stores,
    open,
    door,
    admits: () => seen.filter(({ path }) => path === "/admit"),
  }
}
