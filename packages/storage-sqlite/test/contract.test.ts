import { modelCheck, storageContract } from "@symbolon/storage-contract"
import { describe, expect, it } from "vitest"
import { openFresh } from "./temporary.ts"

const places = {
  "in a file": () => openFresh(),
  "in memory": () => openFresh({ file: ":memory:" }),
}

it("is not an empty contract", () => expect(storageContract.length).toBeGreaterThan(150))

for (const [place, open] of Object.entries(places)) {
  describe(`the storage contract, ${place}`, () => {
    it.for(storageContract.map((one) => [one.name, one.run] as const))("%s", ([, run]) => run(open))

    it("does what memory does", () => modelCheck(open, { runs: 50 }))
  })
}
