import { readTap } from "@symbolon/core/door"
import type { AdmitRequest } from "../index.ts"
import { KEPT_FOR_ROSTER } from "./allowance.ts"
import type { Background } from "./background.ts"
import { emit, type HostState, lock, modeOf } from "./host-state.ts"
import { type ConnectedVerdict, ofDoor, ofService, type TapRead, unreadable } from "./verdict.ts"

/** Judges one tap. */
export type AdmitAtDoor = (tap: AdmitRequest["tap"]) => Promise<ConnectedVerdict>

const DEFAULT_DEADLINE_MS = 1_500
const DEFAULT_REPEAT_MS = 3_000

/**
 * The tap's way: the same again within three seconds gets the same answer; else the service is
 * asked while the connection is good; else, or when it is silent, the door judges; and what the
 * door cannot tell the service is asked after all. Both attempts carry one idempotency key, so that
 * whichever arrives is the same admission (vectors/door/CASES.md, C23).
 */
export const openTaps = (state: HostState, background: Background): AdmitAtDoor => {
  const recent = new Map<
    string,
    { readonly at: number; readonly verdict: Promise<ConnectedVerdict> }
  >()
  const repeatMs = state.options.repeatMs ?? DEFAULT_REPEAT_MS
  const startId = state.options.startId ?? randomId()
  let counter = 0
  return (presented) => {
    const at = state.now()
    const tap = readTap(presented)
    counter += 1
    const read: TapRead = {
      at,
      tap,
      idempotency_key: `${state.options.deviceId}:${startId}:${at}:${counter}`,
    }
    if (tap === null) return Promise.resolve(emitVerdict(state, unreadable(read)))
    for (const [name, each] of recent) if (Math.abs(at - each.at) >= repeatMs) recent.delete(name)
    const name = `${tap.type}:${tap.value}`
    const earlier = recent.get(name)
    if (earlier !== undefined)
      return earlier.verdict.then((verdict) => emitVerdict(state, { ...verdict, is_repeat: true }))
    const verdict = judge(state, read, presented).then((each) => emitVerdict(state, each))
    recent.set(name, { at, verdict })
    void verdict.then((each) => {
      // No decision was made, so the next attempt may succeed.
      if (each.decision === "undetermined") recent.delete(name)
      background.emitStatus()
    })
    return verdict
  }
}

const emitVerdict = (state: HostState, verdict: ConnectedVerdict): ConnectedVerdict => {
  emit(state, { type: "verdict", verdict })
  return verdict
}

const judge = async (
  state: HostState,
  read: TapRead,
  presented: AdmitRequest["tap"],
): Promise<ConnectedVerdict> => {
  const isFirst = modeOf(state) === "online" && state.allowance.permits(KEPT_FOR_ROSTER)
  const answered = isFirst ? await askService(state, read) : undefined
  if (answered !== undefined) return answered
  const verdict = ofDoor(
    read,
    await state.door.admit({ tap: presented, at: read.at }, read.idempotency_key),
  )
  if (
    verdict.decision !== "undetermined" ||
    isFirst ||
    state.isLocked ||
    !state.allowance.permits(0)
  )
    return verdict
  return (await askService(state, read)) ?? verdict
}

/** The service's verdict, or undefined when it gave none in time. */
const askService = async (
  state: HostState,
  read: TapRead,
): Promise<ConnectedVerdict | undefined> => {
  const { options, service, allowance, connection } = state
  allowance.spend()
  const body = {
    identifier: read.tap,
    idempotency_key: read.idempotency_key,
    device_reference: options.deviceId,
  }
  const answer = await service.call({
    path: "/admit",
    body,
    deadlineMs: options.tapDeadlineMs ?? DEFAULT_DEADLINE_MS,
  })
  const verdict = ofService(read, answer)
  if (answer.kind === "unauthorised") await lock(state, answer.code)
  else if (answer.kind === "limited") allowance.pause(answer.retryAfterMs)
  else if (verdict === undefined) {
    connection.failed()
    state.lastProblem =
      answer.kind === "unreachable"
        ? answer.reason
        : answer.kind === "refused"
          ? answer.code
          : "no verdict"
  } else connection.succeeded()
  // The next tap may have to be judged without the service, before a new roster tells of this one.
  if (verdict?.decision === "admitted" && !verdict.reentry && read.tap !== null) {
    const tap =
      verdict.wallet_address !== null && isPerson(read.tap.type)
        ? { type: "wallet" as const, value: verdict.wallet_address }
        : read.tap
    await state.door.note({ tap, at: read.at }).catch(() => undefined)
  }
  return verdict
}

/**
 * A person named otherwise than by a card is remembered by the wallet, which is what a roster
 * knows.
 */
const isPerson = (type: string): boolean => type !== "card" && type !== "wallet"

/**
 * Sets this start's keys apart from those of an earlier one, even when the clock was set back in
 * between.
 */
const randomId = (): string =>
  [...globalThis.crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
