import type { PaymentBackend } from "../foundation/ports/payments.ts"
import { fakePayments } from "./fake.ts"
import { manualPayments } from "./manual.ts"

/**
 * The payment backends of a deployment by name: those it was given, `manual` unless it was given
 * one of its own, and with a test clock `fake`. Throws where two have the same name, or one has a
 * name that cannot stand in a path; and for `fake` where time is real.
 */
export const backendsByName = (
  given: readonly PaymentBackend[],
  hasTestClock: boolean,
): ReadonlyMap<string, PaymentBackend> => {
  const names = given.map(({ name }) => name)
  for (const [at, name] of names.entries()) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
      throw new Error(
        `The name of a payment backend may contain only lower-case letters, digits and hyphens: ${name}`,
      )
    if (names.indexOf(name) !== at) throw new Error(`Two payment backends are named ${name}.`)
    if (name === "fake" && !hasTestClock)
      throw new Error("Fake payments take no money. Use them only with a test clock.")
  }
  const own = [manualPayments(), ...(hasTestClock ? [fakePayments()] : [])]
  return new Map([...own, ...given].map((backend) => [backend.name, backend]))
}
