import { isSymbolonError, type Refusal, toEnvelope } from "../../../src/index.ts"

/** What a call of the facade came to. */
export type CallOutcome = { readonly answer: unknown } | { readonly refusal: Refusal }

/** Waits for a call; only a refusal of ours is an outcome, anything else is thrown on. */
export const outcomeOf = async (call: () => Promise<unknown>): Promise<CallOutcome> => {
  try {
    return { answer: await call() }
  } catch (reason) {
    if (isSymbolonError(reason) && reason._tag !== "StorageFailed") return { refusal: reason }
    throw reason
  }
}

/** The status that the wire would answer with, and why. */
export const refusalText = (refusal: Refusal): string => {
  const { status, body } = toEnvelope(refusal)
  const reason = body.details?.["reason"]
  return typeof reason === "string" ? `${status} ${reason}` : `${status}`
}
