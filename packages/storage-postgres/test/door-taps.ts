import type { AdmissionRequest, Symbolon } from "../../core/src/index.ts"

/** Lists of taps that one door brings in, one list after the other. */
export interface DoorTaps {
  readonly session: string
  readonly door: {
    readonly uuid: string
    readonly organizationUuid: string
    readonly sessionUuid: string
  }
  readonly lists: readonly (readonly (Omit<AdmissionRequest, "occurredAt"> & {
    readonly occurredAt?: string | undefined
  })[])[]
}

/** Key, decision or error, `blocked_reason`, `disputed_reason`. */
export type Answered = readonly [
  key: string,
  decision: string,
  blocked: string | null,
  disputed: string | null,
]

/** Brings in what a door did, as that door. */
export const bringIn = async (
  symbolon: Symbolon,
  { session, door, lists }: DoorTaps,
): Promise<readonly Answered[]> => {
  const { organizationUuid, sessionUuid, uuid: deviceUuid } = door
  const token = { clientId: "app", sid: deviceUuid, scopes: new Set<string>(), isFirstParty: false }
  const { sessions } = symbolon.as({
    kind: "door",
    ...token,
    deviceUuid,
    organizationUuid,
    sessionUuid,
  })
  const answers: Answered[] = []
  for (const list of lists) {
    const requests = list.map(
      ({ occurredAt, ...tap }): AdmissionRequest => ({
        ...tap,
        occurredAt: occurredAt === undefined ? undefined : new Date(occurredAt),
      }),
    )
    const outcomes = await sessions.admitBatch({ session, requests })
    for (const [n, outcome] of outcomes.entries()) {
      const key = requests[n]?.idempotencyKey ?? ""
      if ("decision" in outcome)
        answers.push([
          key,
          outcome.decision,
          outcome.blockedReason ?? null,
          outcome.disputedReason ?? null,
        ])
      else answers.push([key, outcome._tag, null, null])
    }
  }
  return answers
}
