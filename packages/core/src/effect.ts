/**
 * Every operation as an Effect: `(caller, input) => Effect<A, tagged refusals, Ports>`. Run them
 * with `symbolon.run`, or provide {@link Ports} yourself. `portsOf` gives those of a Symbolon.
 * @module
 */
export * from "./operations/index.ts"
export { portsOf } from "./create-symbolon.ts"
export { mapAnswer } from "./foundation/step.ts"
export { Ports } from "./foundation/unit-of-work.ts"
export { openRateLimiter, type RateLimiter } from "./rate-limits/rate-limiter.ts"
