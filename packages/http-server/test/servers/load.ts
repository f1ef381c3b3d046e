import { setTimeout as pause } from "node:timers/promises"
import { Client, clientCredentials, isApiError } from "@symbolon/client-sdk"
import { httpReceiver } from "../../../core/test/fixtures/receivers.ts"
import type { Cluster } from "./cluster.ts"

/** What clients did, and what a receiver got of it. */
export interface Load extends AsyncDisposable {
  /** Requests that failed, in words. */
  readonly failures: readonly string[]
  /** Why requests were sent again, and how often: what a client saw that insists. */
  readonly repeated: ReadonlyMap<string, number>
  /** Usernames whose joining, admission and points were answered. */
  readonly answered: readonly string[]
  readonly requests: () => number
  /** Ends the clients after what they are doing. */
  readonly stop: () => Promise<void>
  /** Ids of deliveries that reached the receiver, each once. */
  readonly delivered: ReadonlySet<string>
}

export interface LoadOptions {
  readonly clients: number
  /** How long a client rests between one person and the next. Default: 20. */
  readonly restMs?: number
  /**
   * Whether a request whose outcome is unknown is sent again until it is answered, as a client does
   * when a server may be killed. Otherwise it is a failure.
   */
  readonly insists: boolean
}

/**
 * Clients that add people as members, admit them, send them points and read, one after the other,
 * until they are stopped.
 */
export const startLoad = async (
  { url, bootstrap, symbolon }: Cluster,
  { clients, restMs = 20, insists }: LoadOptions,
): Promise<Load> => {
  const delivered = new Set<string>()
  const receiver = await httpReceiver((request, response) => {
    delivered.add(String(request.headers["x-webhook-delivery"]))
    request.resume().on("end", () => response.writeHead(204).end())
  })
  const { client_id: clientId, client_secret: clientSecret } = bootstrap.client
  const { slug, treasury_wallet_address: treasury } = bootstrap.organization
  const session = bootstrap.sessions[0]?.slug ?? ""
  const tierSlug = bootstrap.tiers[0]?.slug ?? ""
  const failures: string[] = []
  const repeated = new Map<string, number>()
  const answered: string[] = []
  let requests = 0
  let isOver = false

  const sent = async (name: string, send: () => Promise<unknown>): Promise<boolean> => {
    for (let isAgain = false; ; isAgain = true)
      try {
        await send()
        requests += 1
        return true
      } catch (reason) {
        // The request before it, of which no answer came, was done.
        if (isAgain && isApiError(reason, "conflict")) return true
        if (!insists || isDefinite(reason)) {
          failures.push(`${name}: ${String(reason)}`)
          return false
        }
        const cause = causeOf(reason)
        repeated.set(cause, (repeated.get(cause) ?? 0) + 1)
        await pause(200)
      }
  }

  /** A user under this name, or, where nobody knows whether one was added, another like it. */
  const added = async (name: string): Promise<{ uuid: string; username: string }> => {
    for (let attempt = 0; ; attempt += 1)
      try {
        const username = attempt === 0 ? name : `${name}-${attempt}`
        const { user } = await symbolon.users.create({ username, firstName: "Lane" })
        return { uuid: user.uuid, username }
      } catch (reason) {
        if (!insists || !(reason instanceof Error) || reason.name !== "Unavailable") throw reason
        await pause(200)
      }
  }

  const run = async (lane: number): Promise<void> => {
    const auth = clientCredentials({ clientId, clientSecret })
    const client = new Client({ baseUrl: url, retry: false, timeoutMs: 15_000, auth })
    for (let n = 0; !isOver; n += 1) {
      const user = await added(`lane-${lane}-${n}`)
      const { username } = user
      const identifier = { type: "username", value: username } as const
      const steps = [
        await sent("join", () =>
          client.memberships.add(slug, {
            user_uuid: user.uuid,
            membership_tier_slug: tierSlug,
          }),
        ),
        await sent("admit", () =>
          client.sessions.admit(session, { identifier, idempotency_key: `admit-${username}` }),
        ),
        await sent("transfer", () =>
          client.wallets.transfer(treasury, {
            to: identifier,
            amount: 1,
            description: "Welcome",
            idempotency_key: `points-${username}`,
          }),
        ),
        await sent("read", () => client.memberships.getMember(slug, user.uuid)),
      ]
      if (steps.every(Boolean)) answered.push(username)
      await pause(restMs)
    }
  }

  await symbolon.webhooks.create({
    organization: slug,
    url: `http://127.0.0.1:${receiver.port}/hook`,
    events: ["*"],
  })
  const running = Array.from({ length: clients }, (_, lane) => run(lane))
  // A failure is reported by whoever waits for the end.
  for (const one of running) one.catch(() => undefined)
  return {
    failures,
    repeated,
    answered,
    delivered,
    requests: () => requests,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await Promise.allSettled(running)
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/** What HAProxy or a server that cannot work answers. Any other 5xx is a fault of the service. */
const away: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether the service answered, and not to say that it is away. */
const isDefinite = (reason: unknown): boolean => {
  const status = statusOf(reason)
  return status !== undefined && !away.has(status)
}

const statusOf = (reason: unknown): number | undefined =>
  reason instanceof Error && "status" in reason && typeof reason.status === "number"
    ? reason.status
    : undefined

const causeOf = (reason: unknown): string => {
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : String(reason)
  return `${statusOf(reason) ?? "no answer"} ${code}`
}
