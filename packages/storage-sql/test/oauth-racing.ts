import { createInterface } from "node:readline"
import { createSymbolon, type Storage, type Symbolon } from "@symbolon/core"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"

/**
 * When races are run: every process has its own clock, and all of them stand still at the same
 * time.
 */
const start = new Date("2026-11-21T10:00:00.000Z")
export const baseUrl = "http://races.test"
const graceSeconds = 30

/** Two cores on one store: one by the strict rule of reuse, one that answers again for a while. */
export interface Cores {
  readonly strict: Symbolon
  readonly gracious: Symbolon
}

export const openCores = async (storage: Storage): Promise<Cores> => {
  const options = {
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock(start),
    baseUrl,
    passwords: plainPasswords,
  }
  return {
    strict: await createSymbolon(options),
    gracious: await createSymbolon({
      ...options,
      oauth: { refreshReuseGraceSeconds: graceSeconds },
    }),
  }
}

const plainPasswords = {
  hash: (password: string) => Promise.resolve(`plain:${password}`),
  verify: (known: string, password: string) => Promise.resolve(known === `plain:${password}`),
  needsRehash: () => false,
}

interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

/** Something that a process is asked to do, as often at once as it says. */
export type Order = { readonly times: number } & (
  | {
      readonly do: "redeem"
      readonly client: Client
      readonly code: string
      readonly codeVerifier: string
      readonly redirectUri: string
    }
  | {
      readonly do: "refresh"
      readonly client: Client
      readonly refreshToken: string
      readonly isGracious: boolean
    }
  | {
      readonly do: "decide"
      readonly challenge: string
      readonly csrfToken: string
      readonly browserToken: string
      readonly userUuid: string
    }
  | { readonly do: "reset"; readonly token: string }
  | { readonly do: "issue"; readonly client: Client }
  | { readonly do: "revoke"; readonly client: Client; readonly token: string }
  | { readonly do: "call"; readonly token: string }
)

/** What came of one try: an answer, or the name of the refusal. */
export type Outcome =
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly refused: string }

/**
 * Carries out an order. Only refusals are outcomes; what is none is told by name and text, and no
 * test expects it.
 */
export const carryOut = (cores: Cores, order: Order): Promise<readonly Outcome[]> =>
  Promise.all(
    Array.from({ length: order.times }, (_, n) =>
      once(cores, order, n).then(
        (answer): Outcome => ({ answer: { ...answer } }),
        (reason: unknown): Outcome => ({ refused: nameOf(reason) }),
      ),
    ),
  )

const once = async ({ strict, gracious }: Cores, order: Order, n: number): Promise<object> => {
  switch (order.do) {
    case "redeem":
      return strict.oauth.redeemCode(order)
    case "refresh":
      return (order.isGracious ? gracious : strict).oauth.refresh({ ...order, scope: undefined })
    case "decide":
      return strict.oauth.decide({
        ...order,
        decision: "accept",
        scopes: undefined,
        isRemembered: true,
        methods: [],
        signedIn: signedInAs(order.userUuid),
      })
    case "reset":
      return {
        uuid: (
          await strict.users.resetPassword({
            token: order.token,
            password: `password of try ${process.pid} ${n}`,
          })
        ).user.uuid,
      }
    case "issue":
      return strict.oauth.issueClientToken({ client: order.client, scope: undefined })
    case "revoke":
      await strict.oauth.revoke(order)
      return {}
    case "call":
      return { kind: (await strict.authenticate(order.token)).kind }
  }
}

/** Somebody who has just signed in by password. */
export const signedInAs = (userUuid: string) => ({
  userUuid,
  authTime: start,
  amr: ["pwd"],
  acr: "1",
})

const nameOf = (reason: unknown): string => {
  if (typeof reason === "object" && reason !== null && "error" in reason)
    return String(reason.error)
  if (typeof reason === "object" && reason !== null && "_tag" in reason) return String(reason._tag)
  return reason instanceof Error
    ? `${reason.name}: ${reason.message}`
    : "something that is no error"
}

/**
 * The life of a process that takes orders: one line of JSON in, one line out, until its input ends.
 */
export const takeOrders = async (storage: Storage): Promise<void> => {
  const cores = await openCores(storage)
  process.stdout.write("ready\n")
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await carryOut(cores, JSON.parse(line) as Order))}\n`)
}
