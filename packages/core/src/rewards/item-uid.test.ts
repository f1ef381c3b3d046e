import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { issuedItems, itemUid, parseItemUid } from "./item-uid.ts"

const id = "tz4a98xxat96iws9zmbrgj3a"

describe("the uid of an issued item", () => {
  it("is the id of its transaction and its place", () => {
    expect(itemUid({ transactionId: id, index: 3 })).toBe(`${id}-3`)
  })

  it("is parsed into what it was made of", () => {
    const transactionId = fc.stringMatching(/^[a-z][0-9a-z]{23}$/)
    const index = fc.integer({ min: 0, max: 99_999 })
    fc.assert(
      fc.property(transactionId, index, (transactionId, index) => {
        const uid = { transactionId, index }
        expect(parseItemUid(itemUid(uid))).toEqual(uid)
      }),
    )
  })

  it.each([
    "",
    id,
    `${id}-`,
    `-${id}`,
    `${id}-01`,
    `${id}-1x`,
    `${id}--1`,
    `${id}-100000`,
    `${id}-0\n`,
    `${id.toUpperCase()}-0`,
  ])("is not %j", (uid) => {
    expect(parseItemUid(uid)).toBeUndefined()
  })

  it("replaces the one that an author wrote", () => {
    const items = [{ type: "badge", uid: "mine" }, { type: "coupon" }]
    expect(issuedItems(items, id)).toEqual([
      { type: "badge", uid: `${id}-0` },
      { type: "coupon", uid: `${id}-1` },
    ])
  })
})
