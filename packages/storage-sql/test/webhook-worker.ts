import { setTimeout as pause } from "node:timers/promises"
import { type Clock, createSymbolon, type Storage, type Symbolon } from "../../core/src/index.ts"
import { memoryKeyVault } from "../../core/src/testing/index.ts"
import { addTestMember } from "../../core/test/fixtures/world.ts"
import { endWithParent } from "./processes.ts"

/** How much faster the clock of workers goes than that of the machine: a lease ends in two seconds. */
export const clockRate = 30

/** A clock that all processes with the same beginning share. */
export const fastClock = (beginMs: number): Clock => ({
  now: () => new Date(beginMs + (Date.now() - beginMs) * clockRate),
})

/** A process that may send to loopback. */
export const openFastSymbolon = (storage: Storage, beginMs: number): Promise<Symbolon> =>
  createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    clock: fastClock(beginMs),
    limits: "off",
    webhooks: { allowedNetworks: ["127.0.0.0/8"] },
  })

/**
 * A worker: it delivers, and adds members one after the other until it is killed. Tells of each whom
 * it was answered. Takes the beginning of the clock, its own name, and slugs of an organization and
 * a tier.
 */
export const workUntilKilled = async (
  storage: Storage,
  [begin = "", name = "", organization = "", tier = ""]: readonly string[],
): Promise<void> => {
  const symbolon = await openFastSymbolon(storage, Number(begin))
  symbolon.runWork()
  endWithParent()
  process.stdout.write("ready\n")
  for (let n = 0; ; n += 1) {
    const { user } = await addTestMember(symbolon, organization, tier, `${name}-${n}`)
    process.stdout.write(`${user.uuid}\n`)
    await pause(20)
  }
}
