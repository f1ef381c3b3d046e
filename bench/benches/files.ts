import { equal } from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type FileServer, type FileSettings, startBare, startOurs } from "../files/servers.ts"
import { get } from "../files/transfers.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { rate } from "../harness/sides.ts"

const mebibyte = 1024 * 1024
const large = 1024 * mebibyte
/** `BENCH_FILE_MIB=1024` asks for files of 1 GiB, which take minutes. */
const sizeMiB = Number(process.env["BENCH_FILE_MIB"] ?? 64)
const inOneRequest: FileSettings = { maxBytes: large, partBytes: large }
const inParts: FileSettings = { maxBytes: large, partBytes: 8 * mebibyte }
/** The smallest parts that there are. */
const inSmallParts: FileSettings = { maxBytes: large, partBytes: 5 * mebibyte }

/** A file is taken in MiB per second, and both servers answer when it is on the disk. */
export const filesRates: Suite = {
  name: "files-rates",
  open: async () => {
    const { dir, remove } = await openScratch()
    const running: FileServer[] = []
    const both = async (name: string, settings: FileSettings): Promise<Pair> => {
      const ours = await startOurs(join(dir, name), settings)
      const bare = await startBare(join(dir, `${name}-bare`), settings)
      running.push(ours, bare)
      return { ours, bare }
    }
    const whole = await both("whole", inOneRequest)
    const parts = await both("parts", inParts)
    const small = await both("small", inSmallParts)
    return {
      benches: [
        uploading(whole, "in one request"),
        uploading(parts, "in parts of 8 MiB"),
        await downloading(whole),
        manyUploads(small),
      ],
      close: async () => {
        for (const server of running) await server.stop()
        await remove()
      },
    }
  },
}

interface Pair {
  readonly ours: FileServer
  readonly bare: FileServer
}

const names = { a: "symbolon serve", b: "node:http, a pipe" } as const

const timed = (name: string, count: number, run: () => Promise<() => Promise<void>>): Side => ({
  name,
  measure: async () => {
    const begun = performance.now()
    const tidy = await run()
    const value = rate(count, performance.now() - begun)
    await tidy()
    return { value }
  },
})

const uploading = ({ ours, bare }: Pair, name: string): Bench => {
  const upload = (server: FileServer) => async () => {
    const url = await server.upload(sizeMiB * mebibyte)
    return () => server.remove(url)
  }
  return {
    name: `upload of ${sizeMiB} MiB ${name}, MiB`,
    a: timed(names.a, sizeMiB, upload(ours)),
    b: timed(names.b, sizeMiB, upload(bare)),
    unit: "/s",
    aim: 0.8,
    agree: async () => {
      const url = await ours.upload(sizeMiB * mebibyte)
      equal(await get(url), sizeMiB * mebibyte)
      await ours.remove(url)
    },
  }
}

const downloading = async ({ ours, bare }: Pair): Promise<Bench> => {
  const urls = {
    ours: await ours.upload(sizeMiB * mebibyte),
    bare: await bare.upload(sizeMiB * mebibyte),
  }
  const download = (url: string) => async () => {
    equal(await get(url), sizeMiB * mebibyte)
    return () => Promise.resolve()
  }
  return {
    name: `download of ${sizeMiB} MiB, MiB`,
    a: timed(names.a, sizeMiB, download(urls.ours)),
    b: timed(names.b, sizeMiB, download(urls.bare)),
    unit: "/s",
    aim: 0.8,
    agree: async () => equal(await get(urls.ours), await get(urls.bare)),
  }
}

/** As many files as an organization may have under way, each in two requests. */
const filesAtOnce = 100

const manyUploads = ({ ours, bare }: Pair): Bench => {
  const uploadAll = (server: FileServer) => async () => {
    const urls = await Promise.all(
      Array.from({ length: filesAtOnce }, () => server.upload(6 * mebibyte)),
    )
    return async () => {
      for (const url of urls) await server.remove(url)
    }
  }
  return {
    name: `${2 * filesAtOnce} requests of uploads at once, of 5 and 1 MiB`,
    a: timed(names.a, 2 * filesAtOnce, uploadAll(ours)),
    b: timed(names.b, 2 * filesAtOnce, uploadAll(bare)),
    unit: "/s",
    agree: async () => {
      const url = await ours.upload(6 * mebibyte)
      equal(await get(url), 6 * mebibyte)
      await ours.remove(url)
    },
  }
}

/**
 * By how much a file of 1 GiB raises the resident memory of a server, each time a new one. What the
 * first file loads is there before.
 */
export const filesMemory: Suite = {
  name: "files-memory",
  open: async () => {
    const bench = (name: string, way: Way, settings: FileSettings): Bench => ({
      name: `memory, 1 GiB ${name}`,
      a: { name: names.a, measure: () => moreWith(startOurs, way, settings) },
      b: { name: names.b, measure: () => moreWith(startBare, way, settings) },
      unit: "MB",
      agree: () => undefined,
    })
    return {
      benches: [
        bench("uploaded in one request", "up", inOneRequest),
        bench("uploaded in parts of 8 MiB", "up", inParts),
        bench("downloaded", "down", inOneRequest),
      ],
      close: () => Promise.resolve(),
    }
  },
}

type Way = "up" | "down"

const moreWith = async (
  start: typeof startOurs | typeof startBare,
  way: Way,
  settings: FileSettings,
): Promise<{ readonly value: number }> => {
  const { dir, remove } = await openScratch()
  const server = await start(dir, settings)
  try {
    const first = await server.upload(mebibyte)
    await get(first)
    const url = way === "down" ? await server.upload(large) : ""
    const before = residentOf(server)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, residentOf(server))), 20)
    if (way === "up") await server.upload(large)
    else equal(await get(url), large)
    clearInterval(watch)
    return { value: peak - before }
  } finally {
    await server.stop()
    await remove()
  }
}

/** Resident memory of a process, in MB. What the kernel calls kB are KiB. */
const residentOf = ({ pid }: FileServer): number =>
  (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024) /
  1e6
