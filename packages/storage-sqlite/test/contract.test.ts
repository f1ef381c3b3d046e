import { storageContract } from "@symbolon/core/storage-contract"
import { describe, it } from "vitest"
import { openFresh } from "./temporary.ts"

const places = {
  "in a file": () => openFresh(),
  "in memory": () => openFresh({ file: ":memory:" }),
}

for (const [place, open] of Object.entries(places)) {
  describe(`the storage contract, ${place}`, () => {
    for (const { name, run } of storageContract) it(name, () => run(open))
  })
}
