import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { systemClock } from "@symbolon/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type App, openProvider, type Provider } from "../fixtures/oauth-provider.ts"

const script = fileURLToPath(new URL("authlib_client.py", import.meta.url))

let provider: Provider
beforeAll(async () => {
  // Authlib reads the clock of the machine.
  provider = await openProvider({ startAt: systemClock.now() })
})
afterAll(() => provider.close())

/**
 * Runs the Python program as an app; answers what it saw. It fails loudly where Python or Authlib
 * is missing.
 */
const run = async (app: App): Promise<unknown> => {
  const child = spawn(process.env["PYTHON"] ?? "python3", [script], {
    env: {
      PATH: process.env["PATH"] ?? "",
      ISSUER: provider.issuer,
      CLIENT_ID: app.clientId,
      ...(app.clientSecret === undefined ? {} : { CLIENT_SECRET: app.clientSecret }),
      REDIRECT_URI: app.redirectUri,
      USERNAME_OF_PERSON: provider.ada.username,
      PASSWORD_OF_PERSON: provider.ada.password,
    },
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("exit", resolve).once("error", reject),
  )
  if (code !== 0) throw new Error(`Authlib failed: ${err.join("")}`)
  return JSON.parse(out.join(""))
}

describe("Authlib for Python, unmodified", () => {
  // A public client proves nothing about itself, so that introspection tells it nothing.
  const refused = { error: "invalid_client", error_description: expect.any(String) }
  it.each([
    { clientType: "confidential", before: { active: true }, after: { active: false } },
    { clientType: "public", before: refused, after: refused },
  ] as const)(
    "runs the whole flow as a $clientType client",
    async ({ clientType, before, after }) => {
      expect(await run(await provider.app({ clientType }))).toEqual({
        sub: provider.ada.uuid,
        at_sub: provider.ada.uuid,
        preferred_username: "ada",
        rotated: true,
        before,
        after,
        refused: 401,
      })
    },
  )
})
