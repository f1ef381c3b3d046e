import type {
  Caller,
  Everywhere,
  RefusalOf,
  RefusalTag,
  RunContext,
  Symbolon,
} from "@symbolon/core"
import { type Endpoint, bases } from "@symbolon/core/contract"
import type { Ports } from "@symbolon/core/effect"
import type { Effect } from "effect"
import { type ImageUrl, imageUrlsOf } from "./encode/image-url.ts"
import type { Headers } from "./exchange.ts"

/** Any endpoint of the contract. */
export type AnyEndpoint = Endpoint<unknown, unknown, string>

type Types<E extends AnyEndpoint> = NonNullable<E["~types"]>
type Input<E extends AnyEndpoint> = Types<E>["input"]
type Output<E extends AnyEndpoint> = Types<E>["output"]

/** The refusals of an endpoint: those it declares, and those of every endpoint. */
export type Failure<E extends AnyEndpoint> = RefusalOf<
  Extract<E["errors"][number], RefusalTag> | Everywhere
>

const meta = Symbol("telling")

interface How {
  /** Instead of the endpoint's own. */
  readonly status?: number
  readonly headers?: Headers
  /**
   * The JSON text of the body in UTF-8, for bytes that must not change on their way out;
   * in pieces, which are sent one after the other.
   */
  readonly pieces?: readonly Uint8Array[]
  /** Lines of JSON without line ends, sent as they come. */
  readonly lines?: AsyncIterable<string>
}

/** A reply with a status or headers besides its body. */
export interface ReplyWithMeta<Output> {
  readonly [meta]: How
  readonly body?: Output
}

/** Returns `body` with another status or with headers. */
export const withMeta = <Output>(
  body: Output,
  how: Omit<How, "pieces" | "lines">,
): ReplyWithMeta<Output> => ({
  body,
  [meta]: how,
})

/**
 * Returns JSON bytes unchanged, compressed if the caller accepts it. The bytes must be an `Output`.
 */
export const verbatim = <Output>(
  pieces: readonly Uint8Array[],
  headers: Headers,
): ReplyWithMeta<Output> => ({
  [meta]: { pieces, headers },
})

/**
 * Returns lines of JSON, sent while they are made: for an endpoint that `answers` with `ndjson`.
 * Each line must be an `Output`. The answer breaks off if making them fails.
 */
export const streamed = <Output>(
  lines: AsyncIterable<string>,
  headers: Headers,
): ReplyWithMeta<Output> => ({ [meta]: { lines, headers } })

/** Splits an answer into its body and its status and headers. */
export const splitReply = (answer: unknown): { readonly body: unknown; readonly how: How } =>
  typeof answer === "object" && answer !== null && meta in answer
    ? {
        body: (answer as ReplyWithMeta<unknown>).body,
        how: (answer as ReplyWithMeta<unknown>)[meta],
      }
    : { body: answer, how: {} }

type Answer<E extends AnyEndpoint> = Output<E> | ReplyWithMeta<Output<E>>
type Operation<E extends AnyEndpoint> = Effect.Effect<Answer<E>, Failure<E>, Ports>

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: AnyEndpoint
  readonly answer: (
    symbolon: Symbolon,
    input: unknown,
    caller: Caller | undefined,
    context: RunContext,
  ) => Promise<unknown>
}

const made = <E extends AnyEndpoint>(
  endpoint: E,
  needsToken: boolean,
  answer: (
    symbolon: Symbolon,
    input: Input<E>,
    caller: Caller | undefined,
    context: RunContext,
  ) => Promise<unknown>,
): Route => {
  if ((endpoint.access !== undefined) !== needsToken)
    throw new Error(
      `${endpoint.name} ${needsToken ? "takes no token: use openRoute" : "takes a token: use route"}.`,
    )
  return { endpoint, answer: answer as Route["answer"] }
}

const requireCaller = (caller: Caller | undefined): Caller => {
  if (caller === undefined) throw new Error("A route that takes a token was reached without one.")
  return caller
}

/**
 * Answers an endpoint with one operation. The endpoint is the one type parameter: a body that lacks
 * a field, an input that is not declared, or a refusal that is not declared does not compile
 * (`route.types.test.ts`).
 */
export const route = <E extends AnyEndpoint>(
  endpoint: E,
  answer: (input: Input<E>, caller: Caller, imageUrl: ImageUrl) => Operation<E>,
): Route =>
  made(endpoint, true, (symbolon, input, caller, context) =>
    symbolon.run(answer(input, requireCaller(caller), imageUrlsOf(symbolon)), context),
  )

/** The same for an endpoint that takes no token. */
export const openRoute = <E extends AnyEndpoint>(
  endpoint: E,
  answer: (input: Input<E>) => Operation<E>,
): Route =>
  made(endpoint, false, (symbolon, input, _caller, context) => symbolon.run(answer(input), context))

type Direct<E extends AnyEndpoint> = Promise<Answer<E>> | Answer<E>

/**
 * Answers from the running core itself instead of by an operation: keys, the test clock. Its
 * refusals are not checked by the compiler.
 */
export const directRoute = <E extends AnyEndpoint>(
  endpoint: E,
  answer: (input: Input<E>, symbolon: Symbolon, caller: Caller) => Direct<E>,
): Route =>
  made(endpoint, true, async (symbolon, input, caller) =>
    answer(input, symbolon, requireCaller(caller)),
  )

/** The same for an endpoint that takes no token. */
export const openDirectRoute = <E extends AnyEndpoint>(
  endpoint: E,
  answer: (input: Input<E>, symbolon: Symbolon) => Direct<E>,
): Route => made(endpoint, false, async (symbolon, input) => answer(input, symbolon))

/**
 * The whole path below the mount point, with its parameters in braces:
 * `/api/v1/organizations/{organization_slug}`.
 */
export const templateOf = (endpoint: Pick<AnyEndpoint, "base" | "path">): string =>
  `${bases[endpoint.base]}${endpoint.path}`
