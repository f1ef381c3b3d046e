import { openClub } from "./club.ts"
import { listeners } from "./listeners.ts"
import { startProcess } from "./processes.ts"
const club = await openClub()
const port = await listeners.ours(club)
const load: any = startProcess("load.ts")
const request = `GET /api/v1/organizations/${club.slug} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${club.token}\r\naccept: application/json\r\n\r\n`
const go = (forMs: number) => load.ask({ port, request, status: 200, connections: 32, forMs })
await go(2000)
const { Session } = await import("node:inspector/promises")
const s = new Session()
s.connect()
await s.post("Profiler.enable")
await s.post("Profiler.setSamplingInterval", { interval: 200 })
await s.post("Profiler.start")
const c = process.cpuUsage()
const r = await go(3000)
const d = process.cpuUsage(c)
console.log(r, (d.user + d.system) / r.done, "us")
const { profile } = await s.post("Profiler.stop")
;(await import("node:fs")).writeFileSync("/tmp/prof/http.cpuprofile", JSON.stringify(profile))
load.stop()
process.exit()
