import { describe, expect, it } from "vitest"
import type { JsonObject } from "../foundation/kernel/json.ts"
import { isInstallable, previewUrlOf } from "./held-reward.ts"

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
