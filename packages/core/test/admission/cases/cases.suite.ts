import { describe, it } from "vitest"
import { basics } from "./basics.ts"
import { corners } from "./corners.ts"
import { disabled } from "./disabled.ts"
import { people } from "./people.ts"
import { type Case, openScene } from "./scene.ts"
import type { Ways } from "./service.ts"
import { uploads } from "./uploads.ts"

/** Every case of the plan that the service shows, however it is asked. */
export const serverCases = [...basics, ...uploads, ...people, ...disabled, ...corners]

/** Those by which a storage says who comes, and what became of what doors did. */
export const storageCases = [...uploads, ...disabled]

/**
 * Plays them all, called with the library and with a server on a socket; or some, called with a
 * storage.
 */
export const admissionCasesSuite = (
  way: string,
  open: () => Promise<Ways>,
  cases: readonly Case[] = serverCases,
): void => {
  describe(`the cases of the plan, ${way}`, () => {
    it.each(cases.map((one) => [one.covers.join(", "), one.says, one] as const))(
      "%s: %s",
      async (_, __, { play }) => {
        const ways = await open()
        try {
          await play(await openScene(ways))
        } finally {
          await ways.close()
        }
      },
    )
  })
}
