import { describe, expect, it } from "vitest"
import { simulateDeliveries } from "./simulate-deliveries.ts"
import { simulateRewards } from "./simulate-rewards.ts"
import { type Disk, simulate } from "./simulate.ts"

/**
 * What the simulators play on a store whose processes close it and open it again, with `seeds` seeds
 * each. `openDisk` answers one on which nothing stands.
 */
export const simulatorSuite = (
  name: string,
  openDisk: () => Promise<Disk> | Disk,
  seeds: number,
): void => {
  const first = 5000
  const play = async <Seen extends object>(
    simulated: (options: { readonly seed: number; readonly disk: Disk }) => Promise<Seen>,
  ): Promise<readonly Seen[]> => {
    const seen: Seen[] = []
    for (let seed = first; seed < first + seeds; seed += 1)
      seen.push(await simulated({ seed, disk: await openDisk() }))
    return seen
  }
  const sumOf = <Seen>(all: readonly Seen[], of: (one: Seen) => number): number =>
    all.reduce((sum, one) => sum + of(one), 0)

  describe(`the simulator on ${name}`, () => {
    it(`finds nothing in ${seeds} lives of a ledger`, async () => {
      const seen = await play(simulate)
      expect(sumOf(seen, ({ transactions }) => transactions)).toBeGreaterThan(seeds * 5)
      expect(sumOf(seen, ({ lost }) => lost)).toBeGreaterThan(seeds)
    })

    it(`finds nothing in ${seeds} lives of deliveries`, async () => {
      const seen = await play(simulateDeliveries)
      expect(sumOf(seen, ({ delivered }) => delivered)).toBeGreaterThan(seeds / 2)
    })

    it(`finds nothing in ${seeds} lives of rewards`, async () => {
      const seen = await play(simulateRewards)
      expect(sumOf(seen, ({ issued }) => issued)).toBeGreaterThan(seeds * 2)
      expect(sumOf(seen, ({ completed }) => completed)).toBeGreaterThan(seeds / 3)
      expect(sumOf(seen, ({ deaths, failed }) => deaths + failed)).toBeGreaterThan(0)
    })
  })
}
