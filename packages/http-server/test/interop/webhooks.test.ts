import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openServedClub, schedule } from "../webhooks/served-club.ts"

const script = fileURLToPath(new URL("webhook_receiver.py", import.meta.url))

/** What the receiver does, the state that follows, and the last attempt of how many. */
const rows = [
  ["200", "success", 1, 200, null, "this is 200"],
  ["204", "success", 1, 204, null, null],
  ["301", "failed", 7, 301, "redirect", null],
  ["400", "failed", 1, 400, "refused", "this is 400"],
  ["404", "failed", 1, 404, "refused", "this is 404"],
  ["410", "failed", 1, 410, "refused", "this is 410"],
  ["429", "failed", 7, 429, "rate_limited", "this is 429"],
  ["500", "failed", 7, 500, "server_error", "this is 500"],
  ["503", "failed", 7, 503, "server_error", "this is 503"],
  ["recovers", "success", 4, 200, null, "request 4"],
  ["drip", "failed", 7, 200, "timeout", null],
  ["reset", "failed", 7, null, "connection_reset", null],
] as const

let folder: string
let receiver: ChildProcessWithoutNullStreams
let served: Awaited<ReturnType<typeof openServedClub>>
const webhooks = new Map<string, string>()
let eventAt: number
let seen: {
  readonly problems: readonly string[]
  readonly requests: readonly (readonly [path: string, id: string])[]
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "symbolon-webhooks-"))
  const secretsFile = join(folder, "secrets.json")
  receiver = spawn(process.env["PYTHON"] ?? "python3", [script, secretsFile])
  receiver.stderr.pipe(process.stderr)
  const [port] = (await once(receiver.stdout, "data")) as [Buffer]
  served = await openServedClub(1_000)
  const secrets: Record<string, string> = {}
  for (const [kind] of rows) {
    const url = `http://127.0.0.1:${port.toString().trim()}/${kind}`
    const { uuid, secret } = await served.addWebhook(url)
    secrets[`/${kind}`] = secret
    webhooks.set(kind, uuid)
  }
  await writeFile(secretsFile, JSON.stringify(secrets))
  eventAt = await served.happen()
  receiver.stdin.end()
  seen = JSON.parse(await text(receiver.stdout))
}, 120_000)

afterAll(async () => {
  receiver.kill()
  await served.close()
  await rm(folder, { recursive: true })
})

describe("an event of `symbolon serve`, on its way to a receiver of Python's standard library", () => {
  it.each(rows)(
    "that does %s ends as %s after %i",
    async (kind, state, attempts, status, error_code, response_snippet) => {
      const [delivery, ...more] = await served.deliveriesTo(webhooks.get(kind) ?? "")
      expect(more).toEqual([])
      expect(delivery).toMatchObject({ state, attempt_count: attempts, last_status: status })
      expect(
        delivery?.attempts.map(({ started_at }) => (Date.parse(started_at) - eventAt) / 1_000),
      ).toEqual(schedule.slice(0, attempts))
      expect(delivery?.attempts.at(-1)).toMatchObject({
        n: attempts,
        status,
        error_code,
        response_snippet,
      })
      expect(seen.requests.filter(([path]) => path === `/${kind}`)).toEqual(
        Array.from({ length: attempts }, () => [`/${kind}`, delivery?.uuid]),
      )
    },
  )

  it("has every header and signature right, and goes nowhere else", () => {
    expect(seen.problems).toEqual([])
    const expected = rows.reduce((sum, [, , attempts]) => sum + attempts, 0)
    expect(seen.requests).toHaveLength(expected)
  })
})
