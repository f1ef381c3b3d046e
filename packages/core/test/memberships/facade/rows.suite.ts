import { expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { tellHolderRowsOn } from "./rows-of-holders.suite.ts"
import { tellOrganizationRowsOn } from "./rows-of-organizations.suite.ts"
import { tellPaymentRowsOn } from "./rows-of-payments.suite.ts"
import { tellPlatformRowsOn } from "./rows-of-platform.suite.ts"
import { tellTierRowsOn } from "./rows-of-tiers.suite.ts"
import { numbersToldOn } from "./scene.ts"

/** Every row of the reference's table through the facade, on a storage that all of them share. */
export const tellRowsOn = (storage: string, open: () => Promise<Storage>): void => {
  tellHolderRowsOn(storage, open)
  tellTierRowsOn(storage, open)
  tellPaymentRowsOn(storage, open)
  tellOrganizationRowsOn(storage, open)
  tellPlatformRowsOn(storage, open)

  it(`tells of every row from T1 to T42 on ${storage}`, () => {
    const all = Array.from({ length: 42 }, (_, n) => `T${n + 1}`)
    expect(all.filter((number) => !numbersToldOn(storage).has(number))).toEqual([])
  })
}
