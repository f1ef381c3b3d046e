import { Cause, Context, Effect, Exit, Fiber, Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Conflict, NotFound, StorageFailed } from "./errors/refusals.ts"
import { type Around, asked, mapAnswer, settle, step, whole } from "./step.ts"
import {
  asResult,
  atOnce,
  orAbsent,
  orRefuse,
  refusalAsResult,
  RequestId,
  together,
} from "./unit-of-work.ts"

class Desk extends Context.Service<Desk, { readonly name: string }>()("test/Desk") {}
class Missing extends Context.Service<Missing, { readonly name: string }>()("test/Missing") {}

type Part =
  | { readonly kind: "verb"; readonly name: string; readonly turns: number }
  | { readonly kind: "failing verb"; readonly name: string; readonly turns: number }
  | { readonly kind: "throwing verb" | "throw" | "refuse" | "desk" | "missing" | "request" }
  | { readonly kind: "result"; readonly isGood: boolean }
  | { readonly kind: "map"; readonly parts: readonly Part[] }
  | { readonly kind: "own"; readonly which: number }
  | { readonly kind: "step" | "both" | "together"; readonly parts: readonly Part[] }
  | {
      readonly kind: "as result" | "or absent" | "or refuse" | "refusal as result"
      readonly parts: readonly Part[]
    }

/** What makes steps, and effects of promises and of other effects. */
interface Notation {
  readonly step: typeof step
  readonly asked: typeof asked
  readonly asResult: typeof asResult
  readonly orAbsent: typeof orAbsent
  readonly orRefuse: typeof orRefuse
  readonly mapAnswer: typeof mapAnswer
  readonly refusalAsResult: typeof refusalAsResult
}

const ours: Notation = { step, asked, asResult, orAbsent, orRefuse, refusalAsResult, mapAnswer }

/** The same by Effect alone. */
const theirs: Notation = {
  step: (body) => Effect.fnUntraced(body) as never,
  asked: (ask) =>
    Effect.tryPromise({
      try: async () => ask(),
      catch: (cause) => new StorageFailed({ cause }),
    }),
  asResult: (effect) => Effect.result(effect),
  orAbsent: (effect, absent) =>
    Effect.mapError(effect, (refusal) => (refusal instanceof StorageFailed ? refusal : absent())),
  mapAnswer: (effect, make) => Effect.map(effect, make),
  orRefuse: (verb, refusal) => Effect.mapError(verb, refusal),
  refusalAsResult: (effect) =>
    Effect.gen(function* () {
      const result = yield* Effect.result(effect)
      if (Result.isSuccess(result)) return Result.succeed(result.success)
      const { failure } = result
      if (failure instanceof StorageFailed) return yield* failure
      return Result.fail(failure as never)
    }),
}

type Loose = Effect.Effect<unknown, unknown, never>

/** A program in a notation, which writes down what it calls. */
const program = (notation: Notation, parts: readonly Part[], calls: string[]): Loose => {
  const turned = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
  }
  const verb = (name: string, turns: number, isGood: boolean) =>
    notation.asked(async () => {
      calls.push(name)
      await turned(turns)
      if (!isGood) throw new Error(name)
      return name
    })
  const own = [
    Effect.succeed("own"),
    Effect.sync(() => calls.push("sync")),
    Effect.promise(async () => calls.push("promise")),
    Effect.fail(new Conflict({ reason: "own", message: "own" })),
    Effect.die("own"),
    Effect.map(Effect.void, () => "mapped"),
    Effect.interrupt,
  ] as readonly Loose[]
  const effectOf = (part: Part): Loose => {
    switch (part.kind) {
      case "verb":
        return verb(part.name, part.turns, true)
      case "failing verb":
        return verb(part.name, part.turns, false)
      case "throwing verb":
        return notation.asked((): string => {
          calls.push("throws")
          throw new Error("thrown by a verb")
        })
      case "refuse":
        return new NotFound({ what: "thing" }) as unknown as Loose
      case "desk":
        return Desk as unknown as Loose
      case "missing":
        return Missing as unknown as Loose
      case "request":
        return RequestId as unknown as Loose
      case "result":
        return Effect.fromResult(part.isGood ? Result.succeed(1) : Result.fail("no"))
      case "own":
        return own[part.which % own.length] ?? Effect.void
      case "throw":
        return notation.step(function* (): Generator<Loose, unknown, never> {
          calls.push("defect")
          yield* Effect.void
          throw new Error("defect")
        })()
      case "step":
        return stepOf(part.parts)
      case "both":
        return atOnce(...part.parts.map(effectOf)) as Loose
      case "together":
        return together(part.parts.map(effectOf))
      case "as result":
        return notation.asResult(stepOf(part.parts))
      case "map":
        return notation.mapAnswer(stepOf(part.parts), (answer) => {
          if (part.parts.length === 4) throw new Error("cannot be encoded")
          return { answer }
        })
      case "or absent":
        return notation.orAbsent(stepOf(part.parts), () => new NotFound({ what: "secret" }))
      case "or refuse":
        return notation.orRefuse(stepOf(part.parts) as never, () => "refused")
      case "refusal as result":
        return notation.refusalAsResult(stepOf(part.parts)) as Loose
    }
  }
  const stepOf = (parts: readonly Part[]): Loose =>
    notation.step(function* (): Generator<Loose, unknown, never> {
      const answers: unknown[] = []
      for (const part of parts) {
        answers.push(yield* effectOf(part) as Effect.Effect<never>)
        calls.push(part.kind)
      }
      return answers
    })()
  return stepOf(parts)
}

const leaf: fc.Arbitrary<Part> = fc.oneof(
  fc.record({
    kind: fc.constant("verb" as const),
    name: fc.constantFrom("a", "b", "c"),
    turns: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant("failing verb" as const),
    name: fc.constantFrom("x", "y"),
    turns: fc.nat(3),
  }),
  fc.constantFrom<Part>(
    { kind: "throwing verb" },
    { kind: "throw" },
    { kind: "refuse" },
    { kind: "desk" },
    { kind: "desk" },
    { kind: "missing" },
    { kind: "request" },
  ),
  fc.record({ kind: fc.constant("result" as const), isGood: fc.boolean() }),
  fc.record({ kind: fc.constant("own" as const), which: fc.nat(6) }),
)

const tree = fc.letrec<{ part: Part; parts: readonly Part[] }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom(
        "step" as const,
        "both" as const,
        "together" as const,
        "as result" as const,
        "map" as const,
        "or absent" as const,
        "or refuse" as const,
        "refusal as result" as const,
      ),
      parts: tie("parts"),
    }),
  ),
  parts: fc.array(tie("part"), { maxLength: 4 }),
}))

const around = Context.make(Desk, { name: "front" }) as unknown as Around

/** An exit in words: what succeeded, or each reason in its order. */
const told = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isSuccess(exit)
    ? ["succeeded", exit.value]
    : exit.cause.reasons.map((reason) =>
        Cause.isFailReason(reason)
          ? ["failed", String(reason.error), reason.error]
          : Cause.isDieReason(reason)
            ? ["died", String(reason.defect)]
            : ["interrupted"],
      )

describe("settle", () => {
  it("does what a fiber does with the same program: answers, refusals, defects, calls", () =>
    fc.assert(
      fc.asyncProperty(tree.parts, async (parts) => {
        const [byHand, onFiber, byEffect] = [[], [], []] as [string[], string[], string[]]
        const expected = told(
          await Effect.runPromiseExitWith(around)(program(theirs, parts, byEffect)),
        )
        expect(told(await settle(program(ours, parts, byHand), around))).toEqual(expected)
        const fiber = Effect.runPromiseExitWith(around)(program(ours, parts, onFiber))
        expect(told(await fiber)).toEqual(expected)
        expect(byHand).toEqual(byEffect)
        expect(onFiber).toEqual(byEffect)
      }),
      { numRuns: 2000 },
    ))

  it("runs a step anew each time", async () => {
    let runs = 0
    const counted = step(function* () {
      yield* Desk
      return (runs += 1)
    })()
    await settle(counted, around)
    await settle(counted, around)
    expect(await settle(asResult(counted), around)).toEqual(Exit.succeed(Result.succeed(3)))
  })

  it("goes on within the same turn where a verb answers at once", async () => {
    const order: string[] = []
    const settled = settle(
      step(function* () {
        yield* asked(() => "at once")
        order.push("after the verb")
      })(),
      around,
    )
    order.push("after the call")
    await settled
    expect(order).toEqual(["after the verb", "after the call"])
  })

  it("does not end a whole part of an interrupted fiber in its middle", async () => {
    const seen: string[] = []
    const gate = Promise.withResolvers<void>()
    const part = step(function* () {
      yield* whole<undefined, never>(async () => {
        seen.push("begun")
        await gate.promise
        seen.push("ended")
        return Exit.succeed(undefined)
      })
      seen.push("went on")
    })
    const fiber = Effect.runFork(part())
    const interrupted = Effect.runPromise(Fiber.interrupt(fiber))
    gate.resolve()
    await interrupted
    expect(seen).toEqual(["begun", "ended"])
  })
})
