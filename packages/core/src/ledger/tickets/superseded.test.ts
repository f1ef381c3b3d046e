import { describe, expect, it } from "vitest"
import { supersededBy } from "./ticket-holding.ts"

const moved = (id: string, from: string) => ({ body: { id, original_transaction_id: from } })

describe("a transaction that brought a ticket", () => {
  const line = [moved("third", "second"), moved("second", "issue"), moved("issue", "")]

  it.each([
    ["issue", "second"],
    ["second", "third"],
    ["third", undefined],
    ["another", undefined],
  ])("%s is superseded by %s", (id, by) => expect(supersededBy(id, line)).toBe(by))

  it("is superseded by nothing while the ticket never moved", () =>
    expect(supersededBy("issue", [moved("issue", "")])).toBeUndefined())
})
