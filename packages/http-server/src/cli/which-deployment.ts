import type { Symbolon } from "@symbolon/core"

/**
 * Who answers at an address: nobody, a program that is no Symbolon, or a Symbolon with the keys
 * that its tokens are signed with.
 */
export type Answering = "nobody" | "stranger" | { readonly keys: readonly string[] }

type Keys = { readonly keys: readonly { readonly kid?: string }[] }

const kidsOf = ({ keys }: Keys): readonly string[] => keys.flatMap(({ kid }) => kid ?? [])

/**
 * The ids of the keys that a deployment signs its tokens with. Every server on the same database
 * has them, and no other deployment.
 */
export const keysOf = async (symbolon: Pick<Symbolon, "jwks">): Promise<readonly string[]> =>
  kidsOf((await symbolon.jwks()) as Keys)

/** Asks the server at `url` which keys it has. */
export const whoAnswers = async (url: string): Promise<Answering> => {
  const reply = await fetch(`${url}/oauth2/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => undefined)
  if (reply === undefined) return "nobody"
  const body = reply.ok
    ? ((await reply.json().catch(() => undefined)) as Partial<Keys> | undefined)
    : undefined
  return Array.isArray(body?.keys) ? { keys: kidsOf({ keys: body.keys }) } : "stranger"
}

/** Whether a server and a database are of one deployment. */
export const isOurs = (answering: Answering, own: readonly string[]): boolean =>
  typeof answering === "object" && answering.keys.some((kid) => own.includes(kid))
