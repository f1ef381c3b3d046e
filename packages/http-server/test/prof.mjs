import { openClub } from "/work/main/bench/http/club.ts"
import { organizations } from "@symbolon/core/effect"
import { openPipeline } from "../src/pipeline.ts"
import { planCall } from "../src/call.ts"
import { openLimiter } from "../src/limiter.ts"
import { memoryRateLimitStore } from "@symbolon/core"
import { organizationRoutes } from "../src/routes/organizations.ts"
import { clientIpBehind } from "../src/client-ip.ts"
const club = await openClub()
const { symbolon, token, slug, caller } = club
const limiter = openLimiter(memoryRateLimitStore(), symbolon.clock, process.env.L ?? "off", undefined)
const fast = { ...symbolon, authenticate: async () => caller, run: async () => ({uuid:"u",slug,name:"n",created_at:"2026-11-21T10:00:00.000Z"}) }
const headers = { host: "127.0.0.1", authorization: `Bearer ${token}`, accept: "application/json" }
const request = () => ({ method: "GET", path: `/api/v1/organizations/${slug}`, query: "", headers, peer: "127.0.0.1", readBody: async () => new Uint8Array() })
const pipe = (s) => openPipeline({ plans: organizationRoutes.map((r) => planCall(r, { symbolon: s, limiter, backends: ["primary"] })), limiter, clientIp: clientIpBehind([]), logger: undefined })
const p1 = pipe(symbolon), p2 = pipe(fast)
const bench = async (name, f, n = 20000) => { for (let i=0;i<5000;i++) await f(); const c=process.cpuUsage(); for (let i=0;i<n;i++) await f(); const d=process.cpuUsage(c); console.log(name.padEnd(30), ((d.user+d.system)/n).toFixed(2),"us") }
for (let r=0;r<2;r++){
await bench("authenticate", () => symbolon.authenticate(token))
await bench("run find", () => symbolon.run(organizations.find(caller, { organization: slug })))
await bench("pipeline, real core", () => p1(request()))
await bench("pipeline, no core", () => p2(request()))
}
