import { isSymbolonError, type Refusal, toEnvelope } from "../../../src/index.ts"

/** What a call of the facade came to. */
export type Given = { readonly answer: unknown } | { readonly refusal: Refusal }

/** Waits for a call; only a refusal of ours is an outcome, anything else is thrown on. */
export const given = async (call: () => Promise<unknown>): Promise<Given> => {
  try {
    return { answer: await call() }
  } catch (reason) {
    if (isSymbolonError(reason) && reason._tag !== "StorageFailed") return { refusal: reason }
    throw reason
  }
}

/** The status that the wire would answer with, and why. */
export const saidOf = (refusal: Refusal): string => {
  const { status, body } = toEnvelope(refusal)
  const reason = body.details?.["reason"]
  return typeof reason === "string" ? `${status} ${reason}` : `${status}`
}
