import {
  jsonLevelsMax,
  type JsonReading,
  type JsonTextFault,
  readJsonText,
} from "../foundation/kernel/json-text.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { Repositories } from "../foundation/storage/storage.ts"
import type { AnswerErrors, AnswerReading, WebhookDelivery } from "./delivery.ts"

/**
 * Who waits for the answers to one kind of event: what the receiver answers is content, and not a
 * mere receipt. Such an event is sent to one webhook, whatever that is subscribed to.
 */
export interface Exchange<Answer, Prepared = Answer> {
  /** What the JSON of an answer says; errors refuse it. */
  readonly read: (body: unknown) => AnswerReading<Answer>
  /**
   * Does what is slow, such as sealing, before that transaction; errors refuse the answer. What it
   * throws makes the request again. Default: the answer is handed over as it was read.
   */
  readonly prepare?: (delivery: WebhookDelivery, answer: Answer) => Promise<AnswerReading<Prepared>>
  /**
   * Takes the answer, in the transaction that ends the delivery: once, and only if that is kept.
   * It may throw, and is asked again after another request.
   */
  readonly answered: (
    tx: Repositories,
    delivery: WebhookDelivery,
    answer: Prepared,
  ) => Promise<void>
  /**
   * Is told, in the transaction that ends the delivery, that no answer comes; with the errors of the
   * answer that was refused, if one was.
   */
  readonly failed: (
    tx: Repositories,
    delivery: WebhookDelivery,
    errors: AnswerErrors | undefined,
  ) => Promise<void>
}

/** The exchanges by the type of their event. */
export type Exchanges = ReadonlyMap<string, Exchange<unknown>>

/** An exchange whose answers are its own affair. */
export const anyExchange = <Answer, Prepared = Answer>(
  exchange: Exchange<Answer, Prepared>,
): Exchange<unknown> => exchange as unknown as Exchange<unknown>

/** How many bytes of such an answer are read. */
export const exchangeAnswerMaxBytes = 1_048_576

const decoder = new TextDecoder("utf-8", { fatal: true })

/**
 * What the body of an answer with a status of success says; errors when it is longer than
 * {@link exchangeAnswerMaxBytes}, no JSON in UTF-8, names a member twice, nests too deep, or is not
 * what the exchange expects.
 */
export const readAnswer = <Answer>(
  exchange: Pick<Exchange<Answer>, "read">,
  { body, isCut }: { readonly body: Uint8Array; readonly isCut: boolean },
): AnswerReading<Answer> => {
  if (isCut) return { errors: { _root: `is longer than ${exchangeAnswerMaxBytes} bytes` } }
  const text = textOf(body)
  const reading: JsonReading = text === undefined ? { fault: "not_json" } : readJsonText(text)
  return "fault" in reading
    ? { errors: { _root: jsonFaults[reading.fault] } }
    : exchange.read(reading.value)
}

/** Undefined for what is not UTF-8. */
const textOf = (body: Uint8Array): string | undefined => {
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

const jsonFaults: Readonly<Record<JsonTextFault, string>> = {
  not_json: "is not JSON in UTF-8",
  too_deep: `is nested deeper than ${jsonLevelsMax} levels`,
  member_twice: "contains a member twice",
}

/** Control characters, marks that turn the direction of text, unpaired surrogates. */
const unprintable = /\p{C}/gu

/**
 * Errors as they are stored: the first {@link limits.answerErrorsMax}, each name and message of at
 * most {@link limits.answerErrorMax} characters. The names of members are the receiver's own.
 */
export const boundedErrors = (errors: AnswerErrors): AnswerErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, limits.answerErrorsMax)
      .map(([field, message]) => [bounded(field), bounded(message)]),
  )

const bounded = (text: string): string =>
  text.replaceAll(unprintable, "\ufffd").slice(0, limits.answerErrorMax).toWellFormed()
