import type { Sent } from "../../oauth/form.ts"

/**
 * The browser's passkey answer from the form; undefined without one or if it is not JSON.
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

/** The text of a failed sign-in, the same for every cause. */
export const notProven = (sent: Sent): string =>
  sent.text("passkey") === undefined
    ? "Wrong username or password."
    : "The passkey could not be verified. Try again."
