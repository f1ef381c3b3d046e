import { expect, it } from "vitest"
import { playParity } from "../../../door-offline/test/parity/parity.ts"
import { openByHttp } from "./by-http.ts"

it("over HTTP too, a door that was told everything judges as the service does", async () => {
  const ways = await openByHttp()
  const tally = await playParity(ways, { seed: 7, taps: 120 })
  await ways.close()
  expect(Object.keys(tally).filter((what) => !what.startsWith("service")).length).toBeGreaterThan(8)
})
