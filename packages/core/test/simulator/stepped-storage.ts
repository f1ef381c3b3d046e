import type { OutgoingHttp } from "../../src/foundation/ports/outgoing-http.ts"
import type { Repositories, Storage } from "../../src/foundation/storage/storage.ts"

/** What a process is about to do, or has just done. */
export type Step = "transaction" | "statement" | "committed" | "request" | "answered"

/** What happens to a process at a step: it dies when this throws, and waits while it is pending. */
export type OnStep = (step: Step) => Promise<void> | void

/** What a process says that was killed. */
export class Killed extends Error {
  override readonly name = "Killed"
}

/** The same storage, which stops at every statement of every transaction. */
export const steppedStorage = (inner: Storage, onStep: OnStep): Storage => ({
  ...inner,
  transact: async (mode, work) => {
    await onStep("transaction")
    const answer = await inner.transact(mode, async (tx) => {
      let end: unknown
      const result = await work(
        eachNoun(tx, (noun) =>
          eachVerb(noun, async (call) => {
            try {
              await onStep("statement")
            } catch (reason) {
              end = reason
              throw reason
            }
            return call()
          }),
        ),
      )
      // Nothing that the work does about it brings the process back.
      if (end !== undefined) throw end
      return result
    })
    await onStep("committed")
    return answer
  },
})

/** The same way out, which stops before each request and after each answer. */
export const steppedHttp = (inner: OutgoingHttp, onStep: OnStep): OutgoingHttp => ({
  ...inner,
  send: async (request, signal) => {
    await onStep("request")
    const answer = await inner.send(request, signal)
    await onStep("answered")
    return answer
  },
})

/** Kills at the step of a number, counted from 0, and at every one after it. */
export const killingAt = (last: number) => {
  let steps = Number.NEGATIVE_INFINITY
  return {
    onStep: () => {
      if (steps++ >= last) throw new Killed("the process was killed")
    },
    /** Counts from here. */
    begin: () => {
      steps = 0
    },
    isKilled: () => steps > last,
  }
}

const eachNoun = (tx: Repositories, wrap: (noun: object) => object): Repositories =>
  new Proxy(tx, { get: (target, name) => wrap(Reflect.get(target, name) as object) })

const eachVerb = (noun: object, step: (call: () => unknown) => unknown): object =>
  new Proxy(noun, {
    get: (target, name) => {
      const verb: unknown = Reflect.get(target, name)
      return typeof verb === "function"
        ? (...input: unknown[]) => step(() => Reflect.apply(verb, target, input))
        : verb
    },
  })
