import { admitted, at, type Case, wrong } from "./scene.ts"
import { expect } from "vitest"

/** Moments and spellings at their edges. */
export const corners: readonly Case[] = [
  {
    covers: ["D27"],
    says: "an upload from before its session was made is late, whether or not a manifest speaks for it",
    play: async ({ createDoor, wait, ada, ben, cid, dan }) => {
      await wait(100)
      const { admit, version, present } = await createDoor({ enforcesCheckinWindow: false })
      const manifest_version = await version()
      await wait(200)
      const late = admitted({ disputed_reason: "late_upload" })
      expect(
        await admit(ada, { offline: true, manifest_version, occurred_at: at(99) }),
      ).toMatchObject(late)
      expect(await admit(ben, { offline: true, occurred_at: at(50) })).toMatchObject(late)
      expect(
        await admit(cid, { offline: true, manifest_version, occurred_at: at(100) }),
      ).toMatchObject(admitted({ disputed_reason: null }))
      // Not an upload: a person at the desk says when it was.
      expect(await admit(dan, { occurred_at: at(50) })).toMatchObject(
        admitted({ disputed_reason: null }),
      )
      expect(
        new Set((await present({ disputed: true })).map(({ wallet_address }) => wallet_address)),
      ).toEqual(new Set([ada, ben]))
    },
  },
  {
    covers: ["E35"],
    says: "a wallet's address is the same in any case, mixed too",
    play: async ({ createDoor, ada, ben }) => {
      const { admit } = await createDoor({ allowReentry: true })
      const spellings = [
        ada,
        ada.toUpperCase(),
        `T${ada.slice(1)}`,
        `${ada.slice(0, 20).toUpperCase()}${ada.slice(20)}`,
        ` ${ada}\r\n`,
      ]
      for (const [n, spelt] of spellings.entries())
        expect(await admit(spelt)).toMatchObject(admitted({ wallet_address: ada, reentry: n > 0 }))
      const mistyped = `${ben.slice(0, -1)}${ben.endsWith("q") ? "P" : "Q"}`
      expect(await admit(mistyped)).toMatchObject(wrong(404, "identifier_unresolved"))
    },
  },
]
