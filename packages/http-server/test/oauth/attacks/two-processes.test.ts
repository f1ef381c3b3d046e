import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { expect, it } from "vitest"
import { openProvider, tokensOf } from "../../fixtures/oauth-provider.ts"
import { call, exchange, introspect, partOf, refresh, refused, revoke } from "./kit.ts"

/** Another server on the same file, in a process of its own. */
const startAnother = async (file: string, baseUrl: string, now: Date) => {
  const words = [
    "--conditions=@symbolon/source",
    join(import.meta.dirname, "server-child.ts"),
    file,
    baseUrl,
    now.toISOString(),
  ]
  const running = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] })
  const [line] = (await once(running.stdout, "data")) as [Buffer]
  return {
    baseUrl: line.toString().trim(),
    stop: async () => {
      const gone = once(running, "exit")
      running.kill()
      await gone
    },
  }
}

it("attack 30: revoked yet accepted: what one process ends, the very next call to another refuses", async () => {
  const directory = await mkdtemp(join(tmpdir(), "symbolon-attack-"))
  const file = join(directory, "a.db")
  const here = await openProvider({ storage: openSqlite({ file, strict: true }) })
  const there = await startAnother(file, here.baseUrl, here.clock.now())
  try {
    const app = await here.app()
    const scope = { scope: "openid wallet:read organization:read" }
    for (const [revoking, checking] of [
      [here, there],
      [there, here],
    ] as const)
      for (const kind of ["access_token", "refresh_token", "exchanged"]) {
        const tokens = await tokensOf(here, app, here.olga, scope)
        const { body: bound } = await exchange(checking, app, tokens["access_token"], {
          organization_uuid: here.club.uuid,
        })
        const status = async (token: string | undefined) =>
          (await call(checking, token ?? "", "/api/v1/organizations")).status
        // Known to the other process, so that anything it remembers could mislead it.
        expect([await status(tokens["access_token"]), await status(bound["access_token"])]).toEqual(
          [200, 200],
        )
        const ended = kind === "exchanged" ? bound["access_token"] : tokens[kind]
        expect((await revoke(revoking, app, ended)).status).toBe(200)
        expect([await status(tokens["access_token"]), await status(bound["access_token"])]).toEqual(
          [401, 401],
        )
        expect(
          (await call(checking, tokens["access_token"] ?? "", "/oauth2/userinfo")).status,
        ).toBe(401)
        expect(await introspect(checking, app, tokens["access_token"])).toEqual({ active: false })
        expect(refused(await refresh(checking, app, tokens["refresh_token"]))).toEqual([
          400,
          "invalid_grant",
        ])
      }
    // A key that one process revokes is gone in the other as well.
    const tokens = await tokensOf(here, app, here.olga, scope)
    expect((await call(there, tokens["access_token"] ?? "")).status).toBe(200)
    await here.symbolon.keys.revoke({
      keyId: String(partOf(tokens["access_token"] ?? "", 0)["kid"]),
    })
    expect((await call(there, tokens["access_token"] ?? "")).status).toBe(401)
  } finally {
    await there.stop()
    await here.close()
    await rm(directory, { recursive: true, force: true })
  }
})
