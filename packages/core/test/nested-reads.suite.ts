import { describe, expect, it } from "vitest"
import { portsOf } from "../src/effect.ts"
import type { Storage } from "../src/index.ts"
import { createTestOrganization, openTestSymbolon } from "./fixtures/world.ts"

/**
 * What a host does by mistake: it asks the core inside a transaction of its own. For stores that can tell
 * ({@link Storage.expectOutside}), and do not mind that a work waits.
 */
export const nestedReadsSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`${engine}, a read inside a transaction of the host's`, () => {
    it("is refused, also while others read, and refuses none of those", async () => {
      const { symbolon } = await openTestSymbolon(await open())
      const { club } = await createTestOrganization(symbolon)
      const { storage } = portsOf(symbolon)
      const get = () => symbolon.organizations.get({ organization: club.slug })
      const askInside = () => storage.transact("read", async () => get())
      const nested = [askInside(), askInside(), askInside(), askInside()]
      const plain = Array.from({ length: 20 }, get)
      const nestedAfter = [askInside(), askInside()]
      const ends = await Promise.allSettled([...nested, ...nestedAfter])
      for (const end of ends)
        expect(end).toMatchObject({
          status: "rejected",
          reason: { cause: { name: "NestedTransaction" } },
        })
      for (const one of await Promise.all(plain)) expect(one.uuid).toBe(club.uuid)
    })
  })
}
