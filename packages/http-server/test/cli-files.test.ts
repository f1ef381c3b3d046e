import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, truncate, unlink, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { png } from "../../core/test/fixtures/files.ts"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { runIn } from "./fixtures/cli-run.ts"
import { clientOf, serve } from "./fixtures/spawned-server.ts"

let cwd: string
let bootstrap: Bootstrap
/** Storage keys of two files of the organization and, last, one of the admin. */
let files: readonly { readonly uuid: string; readonly storage_key: string }[]
const run = runIn(() => cwd)
const json = async (line: string) => JSON.parse((await run(`${line} --data-dir data --json`)).out)
const objectOf = (key: string) => join(cwd, "data/files/objects", key)

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-cli-files-"))
  const { server, baseUrl } = await serve(join(cwd, "data"))
  bootstrap = JSON.parse(await readFile(join(cwd, "data/bootstrap.json"), "utf8")) as Bootstrap
  const client = clientOf(baseUrl, bootstrap)
  const owner = { owner_type: "organization", owner_uuid: bootstrap.organization.uuid } as const
  const made: { uuid: string; storage_key: string }[] = []
  for (const size of [100, 5000]) {
    const { slug } = await client.files.upload(
      new Blob([png(3, 2, size) as Uint8Array<ArrayBuffer>]),
      { ...owner, file_name: `pier ${size}.png`, content_type: "image/png" },
    )
    made.push(await client.files.get(slug))
  }
  files = made
  server.kill("SIGTERM")
  await once(server, "exit")
}, 60_000)
afterAll(() => rm(cwd, { recursive: true, force: true }))

it("the operator lists files by holder, state and size", async () => {
  const uuids = (rows: readonly { readonly uuid: string }[]) => rows.map(({ uuid }) => uuid)
  const all = uuids(files)
  expect(uuids(await json("files list"))).toEqual(all)
  expect(uuids(await json(`files list --org ${bootstrap.organization.slug}`))).toEqual(all)
  expect(uuids(await json(`files list --user ${bootstrap.admin.username}`))).toEqual([])
  expect(uuids(await json("files list --state stored --min-bytes 5000"))).toEqual(all.slice(1))
  expect(uuids(await json(`files list --after ${all[0]}`))).toEqual(all.slice(1))
  expect((await run("files list --data-dir data --state pending")).out).toBe(
    "There are no such files.\n",
  )
  expect((await json("files list"))[0]).toMatchObject({
    state: "stored",
    owner_type: "organization",
    size_in_bytes: 100,
    storage_key: files[0]?.storage_key,
  })
  expect((await run("files list --data-dir data")).out).toContain("5000 bytes  pier 5000.png\n")
})

it.each([
  ["--user ada --org club", "not both"],
  ["--state lost", "--state lost must be one of pending, stored, removed"],
  ["--min-bytes many", "--min-bytes must be a whole number"],
  ["--after 7", '--after "7" is not the uuid of a file'],
])("files list %s is refused", async (flags, why) => {
  expect(await run(`files list --data-dir data ${flags}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining(why),
  })
})

it("a check finds all bytes, then what is missing, of another size and without a file", async () => {
  const place = join(cwd, "data/files")
  expect(await run("files verify --data-dir data")).toEqual({
    code: 0,
    out: `2 files have their bytes in ${place}.\n`,
    err: "",
  })
  const [first, second] = files
  if (first === undefined || second === undefined) throw new Error("two files")
  const bytes = await readFile(objectOf(first.storage_key))
  await unlink(objectOf(first.storage_key))
  await truncate(objectOf(second.storage_key), 7)
  const stray = "2020/01/01900000-0000-7000-8000-00000000abcd"
  await mkdir(dirname(objectOf(stray)), { recursive: true })
  await writeFile(objectOf(stray), "stray")
  const { code, out } = await run("files verify --data-dir data --json")
  expect([code, JSON.parse(out)]).toMatchObject([
    1,
    {
      store: place,
      checked: 2,
      faults: [
        { uuid: first.uuid, found_bytes: null },
        { uuid: second.uuid, found_bytes: 7 },
      ],
      strays: { count: 1, size_in_bytes: 5, storage_keys: [stray] },
      recounted: [],
    },
  ])
  const read = await run("files verify --data-dir data")
  expect(read.out).toMatch(/^missing {2}\S+ {2}pier 100\.png {2}100 bytes$/m)
  expect(read.out).toMatch(/^size {5}\S+ {2}pier 5000\.png {2}7 bytes instead of 5000$/m)
  expect(read.out).toContain(`stray    ${stray}\n`)
  expect(read.out).toContain("2 of 2 files are without their bytes in")
  await writeFile(objectOf(first.storage_key), bytes)
  await truncate(objectOf(second.storage_key), 5000)
  // What has no file is reported, and nothing is missing for it.
  expect((await run("files verify --data-dir data")).code).toBe(0)
})

it("the sweep runs now, and says what it removed", async () => {
  const nothing = { cleared: 0, orphans: 0, leftovers: 0 }
  expect(await json("files sweep")).toEqual(nothing)
  const stray = objectOf("2020/01/01900000-0000-7000-8000-00000000abcd")
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  await utimes(stray, longAgo, longAgo)
  expect((await run("files sweep --data-dir data")).out).toMatch(/objects without a file +1\n/)
  expect(await json("files sweep")).toEqual(nothing)
  expect((await json("files verify")).strays.count).toBe(0)
})
