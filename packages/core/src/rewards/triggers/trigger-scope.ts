import { Result } from "effect"
import { isTriggerEvent, type TriggerEvent } from "./trigger-events.ts"

/** A scope pattern that was read: the reward is issued when the event has happened so often. */
export interface TriggerScope {
  readonly event: TriggerEvent
  /** 1 to {@link countMax}. */
  readonly count: number
  /** Whether it was written as `first`. It means no other than a count of 1. */
  readonly isFirst?: true
}

/** Why a scope pattern cannot be read. */
export interface ScopeFault {
  /** The first character that cannot stand where it stands, counted from 1. */
  readonly position: number
  /** What may stand there. */
  readonly reason: string
}

/** Longest scope pattern, in characters. */
export const scopeLengthMax = 100
/** Largest count. */
export const countMax = 9_999_999

/** Conditions that may come to mean something: nobody should count on their being refused. */
const reserved = ["every", "streak", "distinct", "within"] as const

/**
 * Reads a scope pattern, `<event>:count:<n>` or `<event>:first`, which is `<event>:count:1`. Nothing
 * is trimmed and no case is folded.
 *
 * @example
 * parseTriggerScope("session.attended:count:10")
 * // { event: "session.attended", count: 10 }
 */
export const parseTriggerScope = (text: string): Result.Result<TriggerScope, ScopeFault> => {
  if (text.length > scopeLengthMax)
    return fault(scopeLengthMax, `is longer than ${scopeLengthMax} characters`)
  const end = text.indexOf(":")
  const event = end < 0 ? text : text.slice(0, end)
  const spelling = eventFault(event)
  if (spelling !== undefined) return Result.fail(spelling)
  if (end < 0) return fault(text.length, "ends where `:first` or `:count:` and a number come")
  if (!isTriggerEvent(event)) return fault(0, `has no event \`${event}\``)
  return countOf(text, end + 1).pipe(
    Result.map((count) => ({
      event,
      count,
      ...(text.endsWith(":first") ? ({ isFirst: true } as const) : {}),
    })),
  )
}

/** A scope as it is counted: `first` is a count of 1. */
export const scopeText = ({ event, count }: TriggerScope): string => `${event}:count:${count}`

/** A scope as it was written. */
export const writtenScope = (scope: TriggerScope): string =>
  scope.isFirst === true ? `${scope.event}:first` : scopeText(scope)

/** A fault in words. */
export const faultText = ({ position, reason }: ScopeFault): string =>
  `${reason} (character ${position})`

/** Names of lower-case letters, digits and underscores, joined by dots; each begins with a letter. */
const eventFault = (event: string): ScopeFault | undefined => {
  let isAtStart = true
  for (let index = 0; index < event.length; index += 1) {
    const character = event.charAt(index)
    if (isAtStart ? !/[a-z]/.test(character) : !/[a-z0-9_.]/.test(character))
      return {
        position: index + 1,
        reason: isAtStart
          ? "has another character where a name begins with a lower-case letter"
          : "has another character than lower-case letters, digits, `_`, `.` and `:` in the event",
      }
    isAtStart = character === "."
  }
  return isAtStart
    ? { position: event.length + 1, reason: "ends where a name begins with a lower-case letter" }
    : undefined
}

const countOf = (text: string, from: number): Result.Result<number, ScopeFault> => {
  const condition = text.slice(from)
  if (condition === "first") return Result.succeed(1)
  const [word = ""] = condition.split(":", 1)
  const known = reserved.find((name) => name === word)
  if (known !== undefined) return fault(from, `uses \`${known}\`, which is reserved for later`)
  if (!condition.startsWith("count:"))
    return fault(from, "has something else where `first` or `count:` and a number come")
  return numberOf(text, from + "count:".length)
}

const numberOf = (text: string, from: number): Result.Result<number, ScopeFault> => {
  const digits = text.slice(from)
  if (digits === "") return fault(from, "ends where a number comes")
  const other = digits.search(/[^0-9]/)
  if (other >= 0) return fault(from + other, "has another character than a digit in the number")
  if (digits.startsWith("0")) return fault(from, "has a number that begins with 0")
  return Number(digits) > countMax
    ? fault(from, `has a number above ${countMax}`)
    : Result.succeed(Number(digits))
}

/** A fault at an index of the text. */
const fault = (index: number, reason: string) => Result.fail({ position: index + 1, reason })
