import { startProcess } from "/work/main/bench/harness/processes.ts"
import { openClub } from "/work/main/bench/http/club.ts"
import { createHandler } from "../src/create-handler.ts"
import { createServer } from "node:http"
import { openByHand } from "/work/main/bench/http/by-hand.ts"
const club = await openClub()
const which = process.argv[2]
const { getOrganization } = await openByHand(club)
const fast = { ...club.symbolon, authenticate: async () => club.caller, run: async () => ({uuid:"u",slug:club.slug,name:"Harbour Club",description:null,website:null,logo_image_file_uuid:null,logo_image_file_url:null,timezone:null,owner_uuid:null,role:null,created_at:"2026-11-21T10:00:00.000Z",updated_at:null}) }
const raw = (i,o) => { const a = getOrganization(i.headers.authorization, club.slug); const t = JSON.stringify(a.body); o.writeHead(a.status,{...a.headers,"content-length":Buffer.byteLength(t)}).end(t) }
const listener = which === "raw" ? raw : createHandler({ symbolon: which === "nocore" ? fast : club.symbolon, limits: process.env.L ?? "off" }).listener
const server = createServer({ noDelay: true, keepAliveTimeout: 65000 }, listener)
await new Promise(r => server.listen(0, "127.0.0.1", r))
const load = startProcess("/work/main/bench/http/load.ts")
const request = [`GET /api/v1/organizations/${club.slug} HTTP/1.1`, "host: 127.0.0.1", `authorization: Bearer ${club.token}`, "accept: application/json"].join("\r\n") + "\r\n\r\n"
const ask = (ms) => load.ask({ port: server.address().port, request, status: 200, connections: 32, forMs: ms })
await ask(1500)
const c = process.cpuUsage()
const { done, ms } = await ask(3000)
const d = process.cpuUsage(c)
console.log(which, (done/ms*1000).toFixed(0)+"/s", ((d.user+d.system)/done).toFixed(1)+" us CPU")
load.stop(); server.closeAllConnections(); server.close(); 
