import { describe, expect, it } from "vitest"
import { pageReply } from "./page-reply.ts"

describe("a page", () => {
  it("is never kept or framed, loads nothing from elsewhere, and tells nobody where it was", () => {
    const { headers } = pageReply(200, "")
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
    })
  })

  it.each([
    ["https://app.example/callback?x=1", "https://app.example"],
    ["http://127.0.0.1:9000/cb", "http://127.0.0.1:9000"],
    ["http://[::1]:9000/cb", "http:"],
    ["com.example.app:/cb", "com.example.app:"],
  ])("lets a form go on to %s", (url, source) =>
    expect(
      pageReply(200, "", { formActions: [url, url] }).headers["content-security-policy"],
    ).toContain(`form-action 'self' ${source};`),
  )
})
