/**
 * One server in a process of its own, so that its CPU time is its own. Started by
 * `bench/benches/http.ts`.
 */
import { openClub } from "./club.ts"
import { listeners, type ServerName } from "./listeners.ts"
import { answerParent } from "../harness/processes.ts"

const name = process.argv[2] as ServerName
const club = await openClub()
const port = await listeners[name](club)

answerParent<ServerQuestion, ServerAnswer>(async () => {
  const { user, system } = process.cpuUsage()
  return { port, slug: club.slug, token: club.token, cpuMicros: user + system }
})

/** Whatever is asked, the answer is everything. */
export type ServerQuestion = "state"

export interface ServerAnswer {
  readonly port: number
  readonly slug: string
  readonly token: string
  /** Spent so far. */
  readonly cpuMicros: number
}
