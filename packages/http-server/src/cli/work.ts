import type { BuriedJob, Symbolon } from "@symbolon/core"
import {
  type Command,
  CommandFailed,
  type Invocation,
  print,
  textOf,
  UsageFault,
} from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

const pageMax = 100

/** `symbolon work list` */
export const listWork: Command = {
  name: "work list",
  summary: `Lists background work that was given up because it kept failing, at most ${pageMax} jobs, one a line.`,
  examples: ["symbolon work list", "symbolon work list --after 0199ffb0-..."],
  flags: { after: { kind: "text", hint: "JOB_UUID", help: "only jobs after this one" } },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const jobs = await symbolon.work.buried(afterOf(invocation), pageMax)
      print(invocation, jobs.map(rowOf), linesOf(jobs))
      return 0
    }),
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const afterOf = (invocation: Invocation): string | undefined => {
  const after = textOf(invocation, "after")
  if (after !== undefined && !uuidForm.test(after))
    throw new UsageFault(`--after ${JSON.stringify(after)} is not the uuid of a job.`)
  return after
}

const rowOf = ({ uuid, queue, kind, payload, attempts, createdAt, reason }: BuriedJob) => ({
  job_uuid: uuid,
  queue,
  kind,
  payload,
  attempts,
  created_at: createdAt.toISOString(),
  reason,
})

const linesOf = (jobs: readonly BuriedJob[]): readonly string[] => {
  const last = jobs.at(-1)
  if (last === undefined) return ["No background work was given up."]
  const lines = jobs.map(({ uuid, kind, createdAt, reason }) =>
    [uuid, createdAt.toISOString(), kind, reason.replaceAll(/\s+/g, " ")].join("  "),
  )
  return jobs.length < pageMax ? lines : [...lines, `More: symbolon work list --after ${last.uuid}`]
}

/** `symbolon work retry` */
export const retryWork: Command = {
  name: "work retry",
  summary: "Puts background work that was given up back into its queue. A running server does it.",
  examples: ["symbolon work retry 0199ffb0-...", "symbolon work retry --all"],
  positionals: ["[JOB_UUID]"],
  flags: { all: { kind: "switch", help: "all of it" } },
  settings: toolSettings,
  run: (invocation) => {
    const [uuid] = invocation.positionals
    const isAll = invocation.flags["all"] === true
    if ((uuid === undefined) !== isAll)
      throw new UsageFault("Name the job to retry, or say --all. See symbolon work list.")
    return withCore(invocation, async (symbolon) => {
      const retried = uuid === undefined ? await retryAll(symbolon) : await retryOne(symbolon, uuid)
      print(invocation, { retried }, [`retried  ${retried}`])
      return 0
    })
  },
}

const retryOne = async ({ work }: Symbolon, uuid: string): Promise<number> => {
  if (await work.restore(uuid)) return 1
  throw new CommandFailed(
    `No job ${JSON.stringify(uuid)} was given up, or the same work waits already. See symbolon work list.`,
  )
}

/** Those whose work waits already under the same key stay where they are. */
const retryAll = async ({ work }: Symbolon): Promise<number> => {
  let retried = 0
  let after: string | undefined
  for (;;) {
    const jobs = await work.buried(after, pageMax)
    for (const { uuid } of jobs) if (await work.restore(uuid)) retried += 1
    after = jobs.at(-1)?.uuid
    if (jobs.length < pageMax) return retried
  }
}
