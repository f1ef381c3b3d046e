import { Result } from "effect"
import { textFaults } from "../kernel/text-rules.ts"
import { Invalid } from "./refusals.ts"

/**
 * Refuses texts that break their rule, from every caller: the contract's schemas ask the same of
 * what comes by HTTP.
 */
export const permitTexts = (
  texts: Parameters<typeof textFaults>[0],
): Result.Result<void, Invalid> => {
  const errors = textFaults(texts)
  return Object.keys(errors).length === 0 ? Result.void : Result.fail(new Invalid({ errors }))
}
