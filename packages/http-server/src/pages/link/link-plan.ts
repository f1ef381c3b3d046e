import { host, linkUrlOf, NotFound, type OpenedLink, type Symbolon } from "@symbolon/core"
import { links } from "@symbolon/core/effect"
import Negotiator from "negotiator"
import { contentDisposition } from "../../content-disposition.ts"
import { imageUrlsOf } from "../../encode/image-url.ts"
import { encodeProfile } from "../../encode/profile.ts"
import { type Headers, jsonReply, type Reply, type Request } from "../../exchange.ts"
import type { Limiter } from "../../limiter.ts"
import { unauthenticatedChecks } from "../../limits.ts"
import { enforceLimit, type Plan } from "../../plan.ts"
import { refusalReply } from "../../wire-refusal.ts"
import { pathOf } from "../sign-in/frame.ts"
import { errorPage } from "../sign-in/message-pages.ts"
import { pageReply } from "../sign-in/page-reply.ts"
import { refusalPage } from "../sign-in/refusal-page.ts"
import { publicProfilePage, walletPage } from "./profile-page.ts"
import { nameOf, vcardOf } from "./vcard.ts"

interface LinkParts {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}

const template = "/l/{token}"
const suffix = ".vcf"

/** The first is the answer to callers that take anything. */
const offered = ["application/json", "text/html", "text/vcard"] as const
type Form = (typeof offered)[number]

/** No cache keeps a reply: a withdrawn link ends at once. No search engine lists the page. */
const headers: Headers = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  vary: "accept",
}

/**
 * The plan of `/l/{token}`: what a link opens, as a page, as JSON or as a vCard. Nobody needs a token
 * of their own. Every link that opens nothing is the same 404.
 */
export const linkPlan = ({ symbolon, limiter }: LinkParts): Plan => {
  const checks = unauthenticatedChecks(template)
  const { baseUrl } = symbolon.settings
  return {
    method: "GET",
    template,
    isCrossOrigin: true,
    rateLimitHeaders: checks,
    refuse: (reason, exchange) => {
      const isPage = preferred(exchange.request) === "text/html"
      const reply = isPage ? refusedPage(reason, exchange, baseUrl) : refusalReply(reason)
      return { ...reply, headers: { ...reply.headers, ...headers } }
    },
    answer: async (exchange, { token: named = "" }) => {
      enforceLimit(exchange, await limiter.charge(checks(exchange)))
      const isCard = named.endsWith(suffix)
      const token = isCard ? named.slice(0, -suffix.length) : named
      const opened = await symbolon.run(links.open(host, { token }))
      return replyTo(
        symbolon,
        { token, opened },
        isCard ? "text/vcard" : preferred(exchange.request),
      )
    },
  }
}

/** What a caller prefers; for one that takes none of them, JSON. */
const preferred = ({ headers: { accept = "*/*" } }: Request): Form => {
  const [best = offered[0]] = new Negotiator({ headers: { accept } }).mediaTypes([...offered])
  return offered.find((form) => form === best) ?? offered[0]
}

interface Opened {
  readonly token: string
  readonly opened: OpenedLink
}

const replyTo = (symbolon: Symbolon, { token, opened }: Opened, form: Form): Reply => {
  const { baseUrl } = symbolon.settings
  const imageUrl = imageUrlsOf(symbolon)
  if (opened.kind === "wallet") return walletReply(opened, form, baseUrl)
  const { profile } = opened
  const image = imageUrl(profile.imageFileUuid)
  if (form === "application/json") return jsonReply(200, encodeProfile(imageUrl)(profile), headers)
  if (form === "text/vcard")
    return {
      status: 200,
      headers: {
        "content-type": "text/vcard; charset=utf-8",
        "content-disposition": contentDisposition("attachment", `${nameOf(profile)}${suffix}`),
        ...headers,
      },
      body: vcardOf(profile, { url: linkUrlOf(baseUrl, token), imageUrl: image }),
    }
  const page = publicProfilePage({
    baseUrl,
    profile,
    // A page that was reached under another name than the configured one shows its image too.
    imagePath: image === null ? undefined : pathOf(baseUrl, image.slice(baseUrl.length)),
    vcardPath: pathOf(baseUrl, `/l/${token}${suffix}`),
  })
  return pageReply(200, page, { headers, hasScripts: false })
}

/** A wallet has no vCard: it is nobody. */
const walletReply = (
  { walletAddress, organization }: Extract<OpenedLink, { readonly kind: "wallet" }>,
  form: Form,
  baseUrl: string,
): Reply => {
  if (form === "text/vcard") throw new NotFound({ what: "link" })
  if (form === "application/json")
    return jsonReply(
      200,
      { wallet_address: walletAddress, organization: organization ?? null },
      headers,
    )
  const page = walletPage({ baseUrl, walletAddress, organizationName: organization?.name })
  return pageReply(200, page, { headers, hasScripts: false })
}

const refusedPage = (reason: unknown, exchange: { readonly id: string }, baseUrl: string): Reply =>
  reason instanceof NotFound
    ? pageReply(
        404,
        errorPage({
          baseUrl,
          title: "This link does not work",
          what: "It was withdrawn, or its address is not complete.",
          next: "Ask for a new link where you got this one.",
          requestId: exchange.id,
        }),
        { hasScripts: false },
      )
    : refusalPage(reason, exchange, baseUrl)
