import type { OpenStorage, StorageCase } from "./storage-case.ts"
import { storageContract } from "./storage-contract.ts"

/** A case that an adapter does not meet, and why that is known and accepted. */
export interface Skip {
  readonly name: string
  readonly reason: string
}

/** What became of a case; `reason` is what it threw, or why it was skipped. */
export interface CaseOutcome {
  readonly name: string
  readonly outcome: "passed" | "failed" | "skipped"
  readonly reason?: unknown
}

/**
 * Runs the whole contract, one case after the other, and never rejects because of a case: for
 * scripts without a test runner.
 *
 * Rejects when a skip names no case or gives no reason, so that a list of skips cannot rot.
 *
 * @example
 * const outcomes = await runContract(() => openMyStorage())
 * const failed = outcomes.filter(({ outcome }) => outcome === "failed")
 */
export const runContract = async (
  open: OpenStorage,
  {
    skip = [],
    cases = storageContract,
  }: { readonly skip?: readonly Skip[]; readonly cases?: readonly StorageCase[] } = {},
): Promise<readonly CaseOutcome[]> => {
  for (const { name, reason } of skip) {
    if (reason.trim() === "") throw new Error(`Why is this case skipped: ${name}?`)
    if (!cases.some((one) => one.name === name))
      throw new Error(`The contract has no case of this name to skip: ${name}`)
  }
  const outcomes: CaseOutcome[] = []
  for (const { name, run } of cases) {
    const skipped = skip.find((one) => one.name === name)
    outcomes.push(
      skipped === undefined
        ? await outcomeOf(name, run(open))
        : { name, outcome: "skipped", reason: skipped.reason },
    )
  }
  return outcomes
}

const outcomeOf = (name: string, running: Promise<void>): Promise<CaseOutcome> =>
  running.then(
    () => ({ name, outcome: "passed" }),
    (reason: unknown) => ({ name, outcome: "failed", reason }),
  )
