import {
  InteractionRefused,
  isSymbolonError,
  OauthRefused,
  type Refusal,
  toEnvelope,
} from "@symbolon/core"
import type { Headers, Reply } from "../../exchange.ts"
import type { Exchange } from "../../plan.ts"
import { WireRefused, wireStatus } from "../../wire-refusal.ts"
import { errorPage } from "./message-pages.ts"
import { pageReply } from "./page-reply.ts"

interface Told {
  readonly status: number
  readonly title: string
  readonly what: string
  readonly next: string
  readonly headers?: Headers
}

/**
 * A refusal as people read it: what happened, and what they can do. What nobody foresaw says
 * nothing of its cause.
 */
export const refusalPage = (
  reason: unknown,
  { id }: Pick<Exchange, "id">,
  baseUrl: string,
): Reply => {
  const { status, headers = {}, ...words } = told(reason)
  return pageReply(status, errorPage({ ...words, baseUrl, requestId: id }), { headers })
}

const beginAgain = "Go back to the app you came from and begin again."

const told = (reason: unknown): Told => {
  if (reason instanceof OauthRefused)
    return { status: 400, title: "This does not work", what: reason.description, next: beginAgain }
  if (reason instanceof InteractionRefused)
    return {
      status: 403,
      title: "This page was not made for you",
      what: reason.reason,
      next: beginAgain,
    }
  if (reason instanceof WireRefused)
    return {
      status: wireStatus(reason.code),
      title: "This does not work",
      what: reason.message,
      next: beginAgain,
      headers: reason.headers,
    }
  return isSymbolonError(reason) ? toldRefusal(reason) : unexpected
}

const toldRefusal = (refusal: Refusal): Told => {
  const { status, body } = toEnvelope(refusal)
  switch (refusal._tag) {
    case "RateLimited":
    case "Unavailable": {
      const wait = String(refusal.retryAfterSeconds)
      const next = `Wait ${wait} seconds, then try again.`
      const [title, what] =
        refusal._tag === "RateLimited"
          ? ["Too many tries", "There were too many tries from where you are."]
          : ["The service is not available now", refusal.reason]
      return { status, title, what, next, headers: { "retry-after": wait } }
    }
    case "NotFound":
      return {
        status,
        title: "There is nothing here",
        what: "The page is not there, or not any more.",
        next: beginAgain,
      }
    case "StorageFailed":
      return unexpected
    default:
      return { status, title: "This does not work", what: body.message, next: beginAgain }
  }
}

const unexpected: Told = {
  status: 500,
  title: "Something went wrong on our side",
  what: "It is not your fault, and nothing of yours was changed.",
  next: "Try again in a moment. If it happens again, tell whoever runs this service, with the number below.",
}
