import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterEach, beforeEach, expect, it } from "vitest"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-work-"))
  await run("migrate up")
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const run = (line: string) => runIn(() => cwd)(line)
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out)
const uuidOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const at = new Date("2026-11-21T10:00:00.000Z")

/** Jobs that were tried once and given up. */
const giveUp = async (...numbers: readonly number[]): Promise<void> => {
  const storage = openSqlite({ file: join(cwd, ".symbolon", "symbolon.db") })
  await storage.transact("write", async (tx) => {
    await tx.jobs.scheduleAll(
      numbers.map((n) => ({
        uuid: uuidOf(n),
        queue: "webhooks",
        groupKey: "hook",
        organizationUuid: undefined,
        kind: "webhook-delivery",
        key: undefined,
        payload: { delivery: uuidOf(n) },
        dueAt: at,
        attempts: 0,
        requestId: undefined,
        createdAt: at,
      })),
    )
    const claimed = await tx.jobs.claim({
      queue: "webhooks",
      limit: numbers.length,
      perGroup: numbers.length,
      organizationShare: Infinity,
      running: [],
      now: at,
      leaseUntil: new Date(at.getTime() + 1000),
    })
    for (const job of claimed) await tx.jobs.bury(job, "The vault\nis locked.")
  })
  await storage.close()
}

it("the operator sees what was given up, and puts one job back", async () => {
  expect((await run("work list")).out).toBe("No background work was given up.\n")
  await giveUp(1, 2)
  expect((await run("work list")).out).toBe(
    [1, 2]
      .map((n) => `${uuidOf(n)}  ${at.toISOString()}  webhook-delivery  The vault is locked.\n`)
      .join(""),
  )
  expect((await json("work list"))[0]).toEqual({
    job_uuid: uuidOf(1),
    queue: "webhooks",
    kind: "webhook-delivery",
    payload: { delivery: uuidOf(1) },
    attempts: 1,
    created_at: at.toISOString(),
    reason: "The vault\nis locked.",
  })
  expect(await json(`work retry ${uuidOf(1)}`)).toEqual({ retried: 1 })
  expect(await json("work list")).toMatchObject([{ job_uuid: uuidOf(2) }])
  expect(await json(`work list --after ${uuidOf(2)}`)).toEqual([])
  expect(await run(`work retry ${uuidOf(1)}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("See symbolon work list."),
  })
})

it("all that was given up is put back, however much it is", async () => {
  await giveUp(...Array.from({ length: 230 }, (_, n) => n + 1))
  const { out } = await run("work list")
  expect(out.trim().split("\n")).toHaveLength(101)
  expect(out).toContain(`More: symbolon work list --after ${uuidOf(100)}\n`)
  expect((await run("work retry --all")).out).toBe("retried  230\n")
  expect(await json("work list")).toEqual([])
})

it("a place in the list that is no uuid is refused", async () => {
  expect(await run("work list --after nonsense")).toMatchObject({
    code: 2,
    err: expect.stringContaining('--after "nonsense" is not the uuid of a job.'),
  })
})

it.each(["work retry", `work retry ${uuidOf(1)} --all`])("%s is refused", async (line) => {
  expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining("say --all") })
})
