import { limits } from "../../foundation/kernel/limits.ts"
import { workJob } from "../../foundation/jobs/job.ts"
import { plainText } from "../../foundation/sealing/plain-json.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import type { KeyVault } from "../../foundation/ports/key-vault.ts"
import type { OutgoingHttp } from "../../foundation/ports/outgoing-http.ts"
import type { SealedBox } from "../../foundation/sealing/sealed-box.ts"
import type { Repositories, Storage } from "../../foundation/storage/storage.ts"
import type { AnswerReading } from "../../webhooks/delivery.ts"
import type { Exchange } from "../../webhooks/exchange.ts"
import { openDelivery, sealDelivery } from "./delivery-secrets.ts"
import { contentFaults, storedContentOf } from "../reward-content.ts"
import {
  type GeneratedAnswer,
  type GeneratedBody,
  rewardDeliveryJobKey,
  rewardDeliveryKind,
  type RewardDelivery,
} from "./reward-delivery.ts"

interface GenerationParts {
  readonly storage: Storage
  readonly vault: KeyVault
  readonly ids: Ids
  readonly clock: Clock
  readonly outgoingHttp: Pick<OutgoingHttp, "urlProblem">
  /** What the JSON of an answer says, or what is wrong with it. */
  readonly bodyOf: (body: unknown) => AnswerReading<GeneratedBody>
}

/**
 * Who waits for the contents of external rewards. An answer is sealed before it is written; a job
 * issues it then, or returns what was set aside when none came.
 */
export const rewardGeneration = (parts: GenerationParts): Exchange<GeneratedAnswer, SealedBox> => ({
  read: (body) => {
    const read = parts.bodyOf(body)
    return "errors" in read ? read : answerOf(read.value)
  },
  prepare: async ({ uuid }, answer) => {
    const { storage, vault, ids, outgoingHttp } = parts
    const problem =
      answer.kind === "hosted" ? await outgoingHttp.urlProblem(answer.manifestUrl) : undefined
    if (problem !== undefined) return { errors: { manifest_url: problem } }
    const row = await storage.transact("read", (tx) => tx.rewardDeliveries.find(uuid))
    if (row?.status !== "pending") return { errors: { _root: "comes after the delivery ended" } }
    const asked = await openDelivery(vault, row)
    return { value: await sealDelivery({ vault, ids }, uuid, { ...asked, answer }) }
  },
  answered: (tx, { uuid, attemptCount }, sealed) =>
    proceed(parts, tx, uuid, { sealed, attempts: attemptCount }),
  failed: (tx, { uuid, attemptCount, lastErrorCode }, answerErrors) =>
    proceed(parts, tx, uuid, {
      sealed: undefined,
      failureReason: lastErrorCode ?? "not_delivered",
      answerErrors,
      attempts: attemptCount,
    }),
})

const proceed = async (
  { ids, clock }: Pick<GenerationParts, "ids" | "clock">,
  tx: Repositories,
  uuid: string,
  change: Partial<RewardDelivery>,
): Promise<void> => {
  const row = await tx.rewardDeliveries.find(uuid)
  if (row === undefined) return
  const next = { ...row, ...change, status: "processing" } as const
  if (!(await tx.rewardDeliveries.change(next, "pending"))) return
  const now = clock.now()
  await tx.jobs.scheduleAll([
    workJob({
      uuid: ids.uuid(),
      kind: rewardDeliveryKind,
      key: rewardDeliveryJobKey(uuid),
      payload: { delivery: uuid },
      dueAt: now,
      createdAt: now,
    }),
  ])
}

const answerOf = (body: GeneratedBody): AnswerReading<GeneratedAnswer> => {
  if (!("content" in body))
    return {
      value: { kind: "hosted", manifestUrl: body.manifest_url, accessKey: body.access_key },
    }
  const content = storedContentOf(body.content)
  // As long as what a template may issue: it goes into one sealed transaction.
  const text = plainText(content, limits.contentBytesMax)
  return text._tag === "Failure"
    ? { errors: { content: contentFaults[text.failure] } }
    : { value: { kind: "inline", content } }
}
