import type { IncomingMessage, ServerResponse } from "node:http"
import { BadRequest } from "@symbolon/core"
import { tooLarge } from "./too-large.ts"
import { WireRefused } from "./wire-refusal.ts"

/** How much of a body is read, and for how long. */
export interface BodyBounds {
  readonly most: number
  readonly timeoutMs: number
}

const nothing = new Uint8Array(0)

/** Reads the body of a Node request. */
export const readNodeBody = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  bounds: BodyBounds,
): Promise<Uint8Array> => {
  const parsed = parsedBefore(incoming)
  if (parsed !== undefined) return Promise.resolve(parsed)
  if (expectsContinue(incoming)) outgoing.writeContinue()
  return arrivedWhole(incoming, bounds.most) ?? collect(incoming, bounds)
}

/**
 * The body of a request that came in one piece with its headers, which most do: no timer and no
 * listener for what is here. Undefined where more is to come, or where somebody reads along.
 */
const arrivedWhole = (incoming: IncomingMessage, most: number): Promise<Uint8Array> | undefined => {
  if (!incoming.complete || incoming.readableFlowing !== null || incoming.errored !== null)
    return undefined
  if (incoming.destroyed || incoming.readableEncoding !== null) return undefined
  if (incoming.listenerCount("readable") > 0) return undefined
  if (incoming.readableLength > most) return Promise.reject(tooLarge(most))
  const whole: unknown = incoming.read()
  return Promise.resolve(whole instanceof Uint8Array ? whole : nothing)
}

const collect = (incoming: IncomingMessage, { most, timeoutMs }: BodyBounds): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (done: () => void): void => {
      clearTimeout(timer)
      incoming.off("data", take).off("end", end).off("error", fail).off("close", fail)
      done()
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > most) settle(() => reject(tooLarge(most)))
      else chunks.push(chunk)
    }
    const end = (): void =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] ?? nothing) : Buffer.concat(chunks)))
    const fail = (): void => settle(() => reject(brokenOff()))
    const timer = setTimeout(
      () => settle(() => reject(new WireRefused("request_timeout", { closes: true }))),
      timeoutMs,
    )
    incoming.on("data", take).on("end", end).on("error", fail).on("close", fail)
  })

const brokenOff = (): BadRequest =>
  new BadRequest({
    field: "_root",
    reason: "The connection closed before the whole body arrived.",
  })

/**
 * Yields the body of a Node request as it arrives; nothing may stand still longer than allowed. A
 * piece is gone once the next one is asked for ({@link release}), unless somebody else listens too.
 */
export async function* streamNodeBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  idleMs: number,
): AsyncIterable<Uint8Array> {
  const parsed = parsedBefore(incoming)
  if (parsed !== undefined) {
    yield parsed
    return
  }
  if (expectsContinue(incoming)) outgoing.writeContinue()
  const timer = setTimeout(
    () => incoming.destroy(new WireRefused("request_timeout", { closes: true })),
    idleMs,
  )
  const isOurs = incoming.listenerCount("data") === 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      timer.refresh()
      const piece = chunk as Uint8Array<ArrayBuffer>
      yield piece
      if (isOurs) release(piece)
    }
  } catch (reason) {
    throw reason instanceof WireRefused ? reason : brokenOff()
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Gives the memory of a piece back at once. Node makes a buffer for each 64 KiB that arrives, and
 * what waits for a collection adds up to some 70 MiB; to collect it took more than half of the time
 * of an upload. A buffer that has more in it than this piece may be somebody else's, and stays.
 */
const release = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void => {
  if (byteLength === buffer.byteLength && !buffer.detached) buffer.transfer(0)
}

/** Set by {@link acceptContinue} on a request whose sender waits for leave to send the body. */
const waiting = new WeakSet<IncomingMessage>()

/**
 * Marks a request of Node's `checkContinue` event. It gets 100 Continue only when its body is read.
 */
export const acceptContinue = (incoming: IncomingMessage): void => void waiting.add(incoming)

const expectsContinue = (incoming: IncomingMessage): boolean => waiting.delete(incoming)

/**
 * The body if a framework has already read it: its stored bytes, or else the value serialized
 * again.
 */
const parsedBefore = (
  incoming: IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown },
): Uint8Array | undefined => {
  if (!incoming.readableEnded) return undefined
  const { rawBody, body } = incoming
  if (rawBody instanceof Uint8Array) return rawBody
  if (body instanceof Uint8Array) return body
  if (typeof body === "string") return Buffer.from(body)
  if (typeof body !== "object" || body === null) return nothing
  const isForm =
    incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false
  return Buffer.from(
    isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
  )
}
