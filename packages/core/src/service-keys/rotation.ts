import type { KeyPurpose, ServiceKey } from "./service-key.ts"

/** How a purpose's keys follow one another; undefined is never. */
interface Course {
  /** How long a key signs before the next one does. */
  readonly signsForDays: number | undefined
  /** How long it verifies after that. Must be longer than anything it signed is good for. */
  readonly verifiesForDays: number | undefined
}

/**
 * Keys of tokens follow one another by themselves. Those of manifests do when the operator asks,
 * since doors hold them. Keys of the ledger stay for good: exports are verified by them for ever.
 */
export const courses = {
  tokens: { signsForDays: 90, verifiesForDays: 30 },
  checkin_manifest: { signsForDays: undefined, verifiesForDays: 30 },
  ledger_status: { signsForDays: undefined, verifiesForDays: undefined },
  ledger_checkpoint: { signsForDays: undefined, verifiesForDays: undefined },
} as const satisfies Readonly<Record<KeyPurpose, Course>>

/** Purposes whose keys may be replaced. */
export const rotatedPurposes = ["tokens", "checkin_manifest"] as const
export type RotatedPurpose = (typeof rotatedPurposes)[number]

/** Whether keys of a purpose may be replaced. */
export const isRotated = (purpose: KeyPurpose): purpose is RotatedPurpose =>
  rotatedPurposes.some((each) => each === purpose)

/**
 * A key is published at least this long before it signs, so that a client that keeps a copy of the
 * published keys has it by then.
 */
export const publishedAheadMs = 24 * 3_600_000

const dayMs = 86_400_000

/** Something to be done to a purpose's keys; they are done in the order given. */
export type RotationStep =
  /** Make a key that waits; it signs from `signsFrom`. */
  | { readonly kind: "publish"; readonly signsFrom: Date }
  /** The waiting key signs from now on; the one before it verifies on. */
  | { readonly kind: "promote"; readonly keyId: string; readonly before: string }
  /** The key verifies nothing any more. */
  | { readonly kind: "withdraw"; readonly keyId: string }

/** The fields of a key that decide. */
export type RotatingKey = Pick<
  ServiceKey,
  "keyId" | "purpose" | "status" | "createdAt" | "changedAt" | "notBefore"
>

/**
 * What is due, for the keys of one purpose. However late it is asked: a key that was published late
 * signs late, and one that signed too long is replaced as soon as may be. A purpose without an
 * active key has nothing due.
 */
export const rotationSteps = (keys: readonly RotatingKey[], now: Date): readonly RotationStep[] => {
  const active = keys.find(({ status }) => status === "active")
  if (active === undefined) return []
  const { signsForDays, verifiesForDays }: Course = courses[active.purpose]
  const next = keys.find(({ status }) => status === "next")
  const steps: RotationStep[] = []
  if (next !== undefined && mayPromote(next, now))
    steps.push({ kind: "promote", keyId: next.keyId, before: active.keyId })
  if (next === undefined && signsForDays !== undefined) {
    const ends = after(active.changedAt, signsForDays * dayMs)
    if (now >= after(ends, -publishedAheadMs))
      steps.push({ kind: "publish", signsFrom: signsFromAt(now, ends) })
  }
  if (verifiesForDays !== undefined)
    for (const { keyId, status, changedAt } of keys)
      if (status === "retiring" && now >= after(changedAt, verifiesForDays * dayMs))
        steps.push({ kind: "withdraw", keyId })
  return steps
}

/**
 * Whether a waiting key was published, which is when it was made, long enough ago, and is to sign
 * by now.
 */
const mayPromote = ({ createdAt, notBefore }: RotatingKey, now: Date): boolean =>
  now >= notBefore && now >= after(createdAt, publishedAheadMs)

/** When a key that is published now may sign at the earliest, and not before `wanted`. */
export const signsFromAt = (now: Date, wanted: Date): Date => {
  const earliest = after(now, publishedAheadMs)
  return wanted > earliest ? wanted : earliest
}

/**
 * When a change of keys counts as made: now, but later than any change of that purpose before it.
 * Processes tell by this instant whether they know the keys, and their clocks may differ, or stand
 * still.
 */
export const changeTime = (keys: readonly Pick<ServiceKey, "changedAt">[], now: Date): Date => {
  const latest = lastChange(keys)
  return latest !== undefined && latest >= now ? after(latest, 1) : now
}

/** When any of these keys changed last; undefined for none. */
export const lastChange = (keys: readonly Pick<ServiceKey, "changedAt">[]): Date | undefined =>
  keys.reduce<Date | undefined>(
    (latest, { changedAt }) => (latest === undefined || changedAt > latest ? changedAt : latest),
    undefined,
  )

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
