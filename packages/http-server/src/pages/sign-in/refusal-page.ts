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

interface RefusalText {
  readonly status: number
  readonly title: string
  readonly what: string
  readonly next: string
  readonly headers?: Headers
}

/**
 * The page for a refusal: what happened, and what to do. An unexpected failure does not show its
 * cause.
 */
export const refusalPage = (
  reason: unknown,
  { id }: Pick<Exchange, "id">,
  baseUrl: string,
): Reply => {
  const { status, headers = {}, ...words } = textOf(reason)
  return pageReply(status, errorPage({ ...words, baseUrl, requestId: id }), { headers })
}

const beginAgain = "Go back to the app and start again."

const textOf = (reason: unknown): RefusalText => {
  if (reason instanceof OauthRefused)
    return {
      status: 400,
      title: "This request is not valid",
      what: reason.description,
      next: beginAgain,
    }
  if (reason instanceof InteractionRefused)
    return {
      status: 403,
      title: "This page belongs to another session",
      what: reason.reason,
      next: beginAgain,
    }
  if (reason instanceof WireRefused)
    return {
      status: wireStatus(reason.code),
      title: "This request is not valid",
      what: reason.message,
      next: beginAgain,
      headers: reason.headers,
    }
  return isSymbolonError(reason) ? textOfRefusal(reason) : unexpected
}

const textOfRefusal = (refusal: Refusal): RefusalText => {
  const { status, body } = toEnvelope(refusal)
  switch (refusal._tag) {
    case "RateLimited":
    case "Unavailable": {
      const wait = String(refusal.retryAfterSeconds)
      const next = `Wait ${wait} seconds, then try again.`
      const [title, what] =
        refusal._tag === "RateLimited"
          ? ["Too many attempts", "There were too many attempts from your network."]
          : ["The service is not available", refusal.reason]
      return { status, title, what, next, headers: { "retry-after": wait } }
    }
    case "NotFound":
      return {
        status,
        title: "Page not found",
        what: "This page does not exist, or no longer exists.",
        next: beginAgain,
      }
    case "StorageFailed":
      return unexpected
    default:
      return { status, title: "This request is not valid", what: body.message, next: beginAgain }
  }
}

const unexpected: RefusalText = {
  status: 500,
  title: "Something went wrong on our side",
  what: "This is not your fault. None of your data was changed.",
  next: "Try again in a moment. If it happens again, contact the operator of this service and quote the number below.",
}
