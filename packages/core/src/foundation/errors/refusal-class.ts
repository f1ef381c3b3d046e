import { type Cause, Data } from "effect"

/** What every refusal carries, besides what it says in particular. */
export interface RefusalBase<Tag extends string, Code extends string> extends Cause.YieldableError {
  /** The name to branch on. */
  readonly _tag: Tag
  /** The `code` of the error envelope over HTTP; several refusals may share one. */
  readonly code: Code
  /** What happened, and what to do next. */
  readonly message: string
}

/** Makes a refusal of what it has to say; one that says nothing takes no argument. */
export type RefusalClass<Tag extends string, Code extends string, Facts extends object> = new (
  facts: object extends Facts ? Facts | void : Facts,
) => RefusalBase<Tag, Code> & Readonly<Facts>

/**
 * The class of a refusal: a tagged error of Effect whose message follows from its facts, so that
 * logs and stacks carry it.
 */
export const refusalClass = <
  const Tag extends string,
  const Code extends string,
  Facts extends object,
>(
  tag: Tag,
  code: Code,
  messageOf: (facts: Facts) => string,
): RefusalClass<Tag, Code, Facts> => {
  const Tagged = Data.TaggedError(tag)<{ readonly message: string }>
  class Refused extends Tagged {
    readonly code = code
    constructor(facts: Facts) {
      super({ ...facts, message: messageOf(facts ?? {}) })
    }
  }
  return Refused as unknown as RefusalClass<Tag, Code, Facts>
}
