import { toCall, type WithResponse } from "./call.ts"
import { type Page, toList } from "./list.ts"
import {
  type Operation,
  type Operations,
  readArguments,
  toRequest,
  type WireRequest,
} from "./operation.ts"
import type { ResponseInfo } from "./response-info.ts"
import { type Answer, send, type Transport } from "./send.ts"
import { SymbolonError } from "./symbolon-error.ts"

/**
 * Every noun with its methods, over one transport. The interfaces are generated from the same
 * contract as the table.
 */
export const toNouns = (
  operations: Operations,
  transport: Transport,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  mapValues(operations, (methods) =>
    mapValues(methods, (operation) => toMethod(operation, transport)),
  )

/** The data of an answer; one that is not JSON is not from this API. */
export const readData = (request: WireRequest, { text, response }: Answer): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unexpected(
      "The answer is not JSON: does the base URL lead to this API?",
      request,
      response,
      cause,
    )
  }
}

/**
 * Whether an answer that stays text is declared as JSON. A roster is too long to be parsed for this
 * check.
 */
const expectJson = (request: WireRequest, { response }: Answer): void => {
  const type = response.headers.get("content-type")
  if (type !== null && /html/i.test(type))
    throw unexpected(
      `The answer is ${type} and not JSON: does the base URL lead to this API?`,
      request,
      response,
    )
}

/** The error of an answer of success that makes no sense. */
export const unexpected = (
  message: string,
  { kind, operation }: WireRequest,
  response: ResponseInfo,
  cause?: unknown,
): SymbolonError =>
  new SymbolonError(message, {
    code: "unexpected_response",
    status: response.status,
    requestId: response.requestId,
    outcome: kind === "read" ? "refused" : "unknown",
    operation,
    response,
    cause,
  })

const toMethod = (operation: Operation, transport: Transport) => {
  const ask = async (given: readonly unknown[], page?: number): Promise<WithResponse<unknown>> => {
    const { input, ...rest } = readArguments(operation, given)
    const request = toRequest(operation, {
      ...rest,
      input: page === undefined ? input : { ...input, page },
    })
    const answer = await send(transport, request, rest.options)
    if (operation.isText) expectJson(request, answer)
    return {
      data: operation.isText ? answer.text : readData(request, answer),
      response: answer.response,
    }
  }
  if (!operation.isList) return (...given: readonly unknown[]) => toCall(ask(given))
  return (...given: readonly unknown[]) => {
    const { page } = readArguments(operation, given).input
    return toList(
      (number) => ask(given, number) as Promise<WithResponse<Page<unknown>>>,
      typeof page === "number" ? page : 1,
    )
  }
}

const mapValues = <A, B>(
  of: Readonly<Record<string, A>>,
  to: (value: A) => B,
): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]))
