import * as z from "zod"
import type { Access } from "../foundation/access/permit.ts"
import { limits } from "../foundation/kernel/limits.ts"
import { type JsonFault, ownJsonFault } from "../foundation/kernel/own-json.ts"
import { canonicalUuid, isUuid } from "../foundation/kernel/slug.ts"
import { textRules } from "../foundation/kernel/text-rules.ts"
import {
  isCssValue,
  isLink,
  isOneLine,
  isPlainText,
  isProse,
  isUri,
  isWebAddress,
} from "../foundation/kernel/text.ts"

/** Where a path hangs: the published API, the authorization server, the first-party console. */
export const bases = { api: "/api/v1", oauth2: "/oauth2", console: "/console/v1" } as const
export type Base = keyof typeof bases

export type Method = "GET" | "POST" | "PATCH" | "DELETE"

/** The bucket a call is charged to; `none` is for what counts nowhere. */
export type Bucket = "read" | "write" | "expensive" | "read+expensive" | "none"

/** A limit beside the buckets; the tighter decides. */
export interface EndpointLimit {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  /** What is counted together. */
  readonly keyedOn: "client_id and ip" | "ip" | "client_id" | "user" | "user session"
  /**
   * `failures` counts only calls whose client authentication failed, and refuses only such calls
   * unless {@link stopsAll}.
   */
  readonly counts: "calls" | "failures"
  /**
   * Whether, once as many failed, every call is refused until there is room again: nothing is read
   * any more.
   */
  readonly stopsAll?: true
}

interface Meta {
  /**
   * The one name of the endpoint, `noun.verb`: the method of the facade (`symbolon.tiers.create`)
   * and of the SDK (`client.tiers.create`; `client.console.points.mint` for a console endpoint), and
   * the `operationId` of the OpenAPI document.
   */
  readonly name: `${string}.${string}`
  readonly base: Base
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  /** Undefined for endpoints that take no token. */
  readonly access: Access | undefined
  readonly bucket: Bucket
  /**
   * The body's list of which each item is charged to `bucket`; without it a call is charged once.
   */
  readonly itemsIn?: string
  readonly limits?: readonly EndpointLimit[]
  /** The status of success. */
  readonly status: 200 | 201 | 202
  /** The status where it only tells what it would do, when that is another one. */
  readonly dryRunStatus?: 200
  /**
   * What it answers beside success and refusals, by status: a redirect, or its own response with
   * another meaning.
   */
  readonly alsoAnswers?: Readonly<
    Record<number, { readonly description: string; readonly isResponse?: true }>
  >
  /** Whether browsers get a page instead of JSON. */
  readonly hasPages?: true
  /** Whether an app proves there who it is, by its secret or as a public client by its id. */
  readonly provesClient?: true
  /** JSON unless said otherwise. */
  readonly bodyType?: "form"
  /**
   * What it answers, JSON unless said otherwise. `ndjson` are lines of JSON, sent while they are
   * made; `response` is one of them.
   */
  readonly answers?: "ndjson"
  /** Mounted on a server with a test clock alone. */
  readonly testOnly?: true
  /** Whether the SDK has no method for it: a browser opens it, or `auth` of the SDK calls it. */
  readonly hasNoMethod?: true
  /** The SDK's second method, which returns the raw text of the response, as it was signed. */
  readonly textMethod?: string
  /**
   * Whether the SDK may retry this write although it takes no idempotency key: the server
   * deduplicates it, or it changes nothing.
   */
  readonly isSafeToRepeat?: true
}

/**
 * The parts of an endpoint that are schemas. They stay values; their types end at {@link endpoint}.
 */
interface Schemas {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly response: z.ZodType
}

/** What an endpoint is to its readers: values at run time, three plain types at compile time. */
export interface Endpoint<Input, Output, Errors extends string> extends Meta, Schemas {
  readonly errors: readonly Errors[]
  /** Holds the types; never a value. */
  readonly "~types"?: { readonly input: Input; readonly output: Output }
}

type Part<S> = z.ZodObject extends S
  ? unknown
  : z.ZodType extends S
    ? unknown
    : S extends z.ZodType
      ? z.output<S>
      : unknown

/** Defines an endpoint once: router, OpenAPI document, SDK, limits and tests read it from here. */
export const endpoint = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  const E extends string,
>(
  shape: Meta & {
    readonly params?: P
    readonly query?: Q
    readonly body?: B
    readonly response: R
    readonly errors: readonly E[]
  },
): Endpoint<Part<P> & Part<Q> & Part<B>, z.output<R>, E> => shape

/** The page envelope around an item. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    total_items: z.int(),
    total_pages: z.int(),
    current_page: z.int(),
    items: z.array(item),
  })

/** The list parameters, with the fields a list can be sorted by; the first is the default. */
export const listQuery = <const S extends readonly [string, ...string[]]>(
  sortBy: S,
  sortOrder: "asc" | "desc" = "asc",
) =>
  z.object({
    page: wholeNumber(1).prefault(1),
    page_size: wholeNumber(1, limits.pageSizeMax).prefault(limits.pageSizeDefault),
    sort_by: z.enum(sortBy).default(sortBy[0] as S[number]),
    sort_order: z.enum(["asc", "desc"]).default(sortOrder),
  })

/**
 * A whole number in a query: decimal digits with nothing around them; no exponent, no other base,
 * no plus, no leading zero.
 */
export const wholeNumber = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) =>
      typeof value === "string" && /^-?(0|[1-9][0-9]*)$/.test(value) ? Number(value) + 0 : value,
    z
      .int({
        error: ({ code }) => (code === "invalid_type" ? "must be a whole number" : undefined),
      })
      .min(min)
      .max(max),
  )

/**
 * Text that can be kept everywhere, `min` to `max` characters long. Every text of a request is one.
 */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine(isPlainText, "contains a character that cannot be stored: NUL or an unpaired surrogate")

/**
 * Any text, of any length and with any characters, NUL too: the operation says what is wrong with
 * it, not the validation.
 */
export const anyText = z.string()

/**
 * A uuid, or a slug where one may stand instead. A uuid is taken in any case, and is in lower case
 * from here on.
 */
export const reference = (max = 64, min = 1) => text(max, min).overwrite(canonicalUuid)

/**
 * A uuid and nothing else, in any case. For what is asked about and for filters: there another
 * text, such as a username, would find nothing and read as "no".
 */
export const uuid = () =>
  z.string().refine(isUuid, "is not a uuid").overwrite(canonicalUuid).meta({ format: "uuid" })

/** {@link text} on one line: names, addresses. */
export const line = (max: number, min = 0) => text(max, min).refine(isOneLine, textRules.line)

/** {@link text} that people write and read: descriptions, notes. */
export const prose = (max: number, min = 0) => text(max, min).refine(isProse, textRules.prose)

/** {@link text} that is the address of a web page, for others to follow. */
export const webAddress = (max: number, min = 0) =>
  text(max, min).refine(isWebAddress, textRules.webAddress)

/** {@link text} that names something as an absolute URI: `urn:uuid:…`, a web page. */
export const uri = (max: number, min = 0) => text(max, min).refine(isUri, textRules.uri)

/** {@link text} that is an address for others to follow: a web page, a mailbox, a telephone. */
export const link = (max: number, min = 0) => text(max, min).refine(isLink, textRules.link)

/**
 * A schema of JSON whose form is its author's own. `faultOf` judges it as it was sent: a schema would
 * drop a member called `__proto__` in silence.
 */
export const asSent = <Schema extends z.ZodType>(
  schema: Schema,
  faultOf: (value: unknown) => JsonFault | undefined,
) => {
  const judged = z.preprocess((value, context) => {
    const fault = typeof value === "object" && value !== null ? faultOf(value) : undefined
    if (fault !== undefined)
      context.addIssue({ code: "custom", message: fault.message, path: [...fault.path] })
    return value
  }, schema)
  // By itself it would take anything, to its callers' types.
  return judged as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>
}

/** An object of JSON whose form is its author's own. */
export const ownJson = () => asSent(z.record(z.string(), z.unknown()), ownJsonFault)

/** {@link text} that is the value of a CSS property. */
export const cssValue = (max: number, min = 0) =>
  text(max, min).refine(isCssValue, textRules.cssValue)

const yearOne = Date.parse("0001-01-01T00:00:00.000Z")

/** A moment on the wire: ISO 8601, UTC, milliseconds; not before the year 1. */
export const dateTime = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) < yearOne), "must not be before the year 1")
  .meta({ format: "date-time" })

/** Yes or no in a query: `true` or `false`. */
export const flag = z
  .stringbool({ truthy: ["true"], falsy: ["false"] })
  // In a document the word is the value: `true` in a query is a boolean.
  .meta({ type: "boolean" })

const nobody: Access = {
  scope: undefined,
  tokens: [],
  role: undefined,
  isRead: false,
  isFirstPartyOnly: false,
}

/**
 * Who may call an endpoint. One that takes no token has no operation to authorise: then only the
 * host may.
 */
export const accessOf = (of: { readonly access: Access | undefined }): Access => of.access ?? nobody

/**
 * Whether an endpoint's body may be left out: no body reads as `{}`, and every field of it is
 * optional.
 */
export const mayOmitBody = ({ body }: Pick<Schemas, "body">): boolean =>
  body?.safeParse({}).success ?? true
