/** Tells a story whose every sentence is checked. */
import assert from "node:assert/strict"
import { isApiError } from "@symbolon/client-sdk"

let sentences = 0

/** How many sentences were told so far. */
export const told = (): number => sentences

export const chapter = (title: string): void => console.log(`\n▸ ${title}`)

/** A sentence that holds: `found` is what it says, or the story stops. */
export const tell = (sentence: string, found: unknown, expected: unknown = true): void => {
  assert.deepEqual(found, expected, `Not as told: ${sentence}`)
  sentences += 1
  console.log(`  ${sentence}`)
}

/** A sentence about a call that is refused, with the status, and the details that are named. */
export const tellRefusal = async (
  sentence: string,
  call: PromiseLike<unknown>,
  status: number,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const refusal: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (refusal !== undefined && !isApiError(refusal)) throw refusal
  const found = Object.fromEntries(
    Object.keys(details).map((key) => [key, refusal?.details?.[key]]),
  )
  tell(
    `${sentence}: ${status} ${Object.values(details).join(" ")}`.trimEnd(),
    { status: refusal?.status, ...found },
    { status, ...details },
  )
}

/** A day as a reader reads it. */
export const day = (instant: string | null): string =>
  instant === null ? "never" : instant.slice(0, 10)
