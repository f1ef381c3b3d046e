import { expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { holderRowsSuite } from "./rows-of-holders.suite.ts"
import { organizationRowsSuite } from "./rows-of-organizations.suite.ts"
import { paymentRowsSuite } from "./rows-of-payments.suite.ts"
import { platformRowsSuite } from "./rows-of-platform.suite.ts"
import { tierRowsSuite } from "./rows-of-tiers.suite.ts"
import { numbersToldOn } from "./scene.ts"

/** Every row of the reference's table through the facade, on a storage that all of them share. */
export const membershipRowsSuite = (storage: string, open: () => Promise<Storage>): void => {
  holderRowsSuite(storage, open)
  tierRowsSuite(storage, open)
  paymentRowsSuite(storage, open)
  organizationRowsSuite(storage, open)
  platformRowsSuite(storage, open)

  it(`tells of every row from T1 to T42 on ${storage}`, () => {
    const all = Array.from({ length: 42 }, (_, n) => `T${n + 1}`)
    expect(all.filter((number) => !numbersToldOn(storage).has(number))).toEqual([])
  })
}
