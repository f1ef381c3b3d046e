import { describe, expect, it } from "vitest"
import type { JsonObject } from "../foundation/kernel/json.ts"
import { noDoorTerms } from "../ledger/tickets/door-terms.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"
import { heldContent, isInstallable, previewUrlOf } from "./held-reward.ts"
import { readIssuedContent } from "./issued-content.ts"

const [preview, image, url] = ["https://a.example/p", "https://a.example/i", "https://a.example/u"]

describe("the preview of an item", () => {
  const items: readonly (readonly [JsonObject, string | undefined])[] = [
    [{ type: "attachment", preview_url: preview, image_url: image, url }, preview],
    [{ type: "badge", image_url: image }, image],
    [{ type: "attachment", url, content_type: "image/png" }, url],
    [{ type: "attachment", url, content_type: "application/pdf" }, undefined],
    [{ type: "attachment", url }, undefined],
    [{ type: "asset", url }, url],
    [{ type: "asset", url, image_url: image }, image],
    [{ type: "coupon", code: "A" }, undefined],
    [{ type: "attachment", preview_url: 7, image_url: null }, undefined],
  ]
  it.each(items)("of %j is %s", (item, expected) => {
    expect(previewUrlOf(item)).toBe(expected)
  })
})

describe("an item that can be installed", () => {
  it("is an asset, unless its author says otherwise", () => {
    const asset = { type: "asset", url }
    expect(
      [{}, { installable: true }, { installable: false }].map((more) =>
        isInstallable({ ...asset, ...more }),
      ),
    ).toEqual([true, true, false])
    expect(isInstallable({ type: "badge", installable: true })).toBe(false)
  })
})

describe("what a transaction leaves its receiver", () => {
  const badge = { type: "badge", uid: "t-0" }
  const ticket = { type: "ticket", uid: "t-1" }
  const content = readIssuedContent({ name: "Regatta", items: [badge, ticket] })
  const holding = (
    transactionId: string,
    state: TicketHolding["state"] = "valid",
  ): TicketHolding => ({
    uid: "t-1",
    organizationUuid: "o",
    rewardTemplateUuid: "r",
    activityUuid: undefined,
    walletAddress: "w",
    userUuid: undefined,
    transactionId,
    state,
    createdAt: new Date(0),
    updatedAt: undefined,
    terms: undefined,
    transfers: 0,
    ...noDoorTerms,
  })
  const items = (transactionId: string, tickets: readonly TicketHolding[], of = content) =>
    heldContent(of, { transactionId, issuedBy: "t" }, tickets)?.items
  it("is all of it, while its ticket is there", () => {
    expect(items("t", [])).toEqual([badge, ticket])
    expect(items("t", [holding("t")])).toEqual([badge, ticket])
    expect(items("t", [{ ...holding("t"), uid: "t" }])).toEqual([badge, ticket])
    expect(items("t", [{ ...holding("elsewhere"), uid: "other-1" }])).toEqual([badge, ticket])
  })
  it("is the rest, when its ticket was handed on or revoked; and the ticket where it went", () => {
    for (const gone of [holding("moved"), { ...holding("moved"), uid: "t" }, holding("t", "void")])
      expect(items("t", [gone])).toEqual([badge])
    expect(items("moved", [holding("moved")])).toEqual([ticket])
  })
  it("is nothing, where nothing is left", () => {
    const only = { ...content, items: [ticket] }
    expect(items("t", [holding("moved")], only)).toBeUndefined()
    expect(items("moved", [holding("further")])).toBeUndefined()
    expect(items("moved", [holding("moved", "void")])).toBeUndefined()
    expect(items("moved", [])).toBeUndefined()
    expect(items("t", [], { ...content, items: [] })).toEqual([])
  })
})
