import type { Sent } from "../../oauth/form.ts"

/**
 * What the browser said, as our script put it into the form; undefined when there is none. What is
 * no JSON is nobody's answer.
 */
export const passkeyAnswerIn = (sent: Sent): unknown => {
  const text = sent.text("passkey")
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** What a sign-in that failed reads like: the same whatever the cause. */
export const notProven = (sent: Sent): string =>
  sent.text("passkey") === undefined
    ? "Wrong username or password."
    : "The passkey could not be verified. Try again."
