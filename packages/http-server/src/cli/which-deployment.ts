import type { Symbolon } from "@symbolon/core"

/**
 * The answer at an address: none, another program, or a Symbolon with the keys of its tokens.
 */
export type Answering = "nobody" | "other" | { readonly keys: readonly string[] }

type Keys = { readonly keys: readonly { readonly kid?: string }[] }

const kidsOf = ({ keys }: Keys): readonly string[] => keys.flatMap(({ kid }) => kid ?? [])

/**
 * Returns the ids of a deployment's token keys. All servers on the same database share them, and no
 * other deployment has them.
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
  return Array.isArray(body?.keys) ? { keys: kidsOf({ keys: body.keys }) } : "other"
}

/** Whether a server and a database are of one deployment. */
export const isOurs = (answering: Answering, own: readonly string[]): boolean =>
  typeof answering === "object" && answering.keys.some((kid) => own.includes(kid))
