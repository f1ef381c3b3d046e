import { openClub } from "./club.ts"
import { openByHand } from "./by-hand.ts"
const club = await openClub()
const { symbolon, slug, token, caller } = club
const hand = await openByHand(club)
const who = symbolon.as(caller)
const T = async (n: string, f: () => unknown, k = 8000) => { for (let i = 0; i < k; i++) await f(); const out = []; for (let r = 0; r < 5; r++) { const c = process.threadCpuUsage(); for (let i = 0; i < k; i++) await f(); const d = process.threadCpuUsage(c); out.push((d.user + d.system) / k) } console.log(n.padEnd(40), out.sort((a, b) => a - b)[2]!.toFixed(1), "us") }
await T("authenticate", () => symbolon.authenticate(token))
await T("organizations.find as client", () => who.organizations.find({ organization: slug }))
await T("tiers.create as client", () => who.tiers.create({ organization: slug, name: "Friend" }))
await T("transact read, bare", () => symbolon.ports.storage.transact("read", (tx) => tx.organizations.find(slug)))
await T("by hand GET", () => hand.getOrganization("Bearer " + token, slug))
const { createHash, randomUUID } = await import("node:crypto")
await T("sha256 of the token", () => createHash("sha256").update(token).digest("base64url"))
await T("randomUUID", () => randomUUID())
const { Effect, Context, Exit } = await import("effect")
class P extends Context.Service<P, { a: number }>()("P") {}
const run = Effect.runPromiseExitWith(Context.make(P, { a: 1 }))
const step = Effect.fnUntraced(function* (x: number) { const p = yield* P; return p.a + x })
await T("one fnUntraced through runPromiseExitWith", () => run(step(1)))
const nested = Effect.fnUntraced(function* (x: number) { const a = yield* step(x); const b = yield* step(a); const c = yield* step(b); return c })
await T("four of them nested", () => run(nested(1)))
process.exit()
