/**
 * One issuer in a process of its own, so that its CPU time is its own. Started by
 * `bench/benches/oauth.ts`.
 */
import { join } from "node:path"
import { openMemory } from "@symbolon/core/memory"
import { openSqlite } from "@symbolon/storage-sqlite"
import { answerParent } from "../harness/processes.ts"
import { openByHand } from "./by-hand.ts"
import type { Issuer } from "./issuer.ts"
import { mapStore } from "./map-store.ts"
import { openOurs } from "./ours.ts"
import { openPeer } from "./peer.ts"

/** `dir` is where files may lie. */
const issuers = {
  "ours on maps": () => openOurs(openMemory(), mapStore),
  "ours on SQLite": (dir) => openOurs(openSqlite({ file: join(dir, "tokens.db") })),
  "oidc-provider": () => openPeer(),
  "by hand": () => openByHand(),
} as const satisfies Readonly<Record<string, (dir: string) => Promise<Issuer>>>

const [, , name, dir = ""] = process.argv
const { openSessions, ...facts } = await issuers[name as IssuerName](dir)

answerParent<ServerQuestion, ServerAnswer>(async ({ sessions, scopes }) => {
  const refreshTokens = await openSessions(sessions, scopes)
  const { user, system } = process.cpuUsage()
  return { ...facts, refreshTokens, cpuMicros: user + system }
})

export type IssuerName = keyof typeof issuers

/** How many sessions to make before answering, and of which scopes. */
export interface ServerQuestion {
  readonly sessions: number
  readonly scopes: readonly string[]
}

export interface ServerAnswer extends Omit<Issuer, "openSessions"> {
  readonly refreshTokens: readonly string[]
  /** Spent so far. */
  readonly cpuMicros: number
}
