import type { Auth, TokenResponse } from "./auth.ts"
import { type Call, type CallOptions, type QueryValue, toCall, type WithResponse } from "./call.ts"
import type { Fetch } from "./exchange.ts"
import type { FileUploads } from "./files/upload-types.ts"
import type { FilesApi, Nouns } from "./generated/nouns.ts"
import { consoleOperations, operations } from "./generated/operations.ts"
import type { Logger } from "./logger.ts"
import { readData, toNouns, unexpected } from "./methods.ts"
import { toHeaders, toSearch, type WireRequest } from "./operation.ts"
import { type Kind, type RetryOptions, toRetrySettings } from "./retry.ts"
import { send, type Transport } from "./send.ts"
import { typeInWords } from "./type-in-words.ts"
import { abortable } from "./wait.ts"

/** How a client is set up. */
export interface ClientOptions {
  /** Where the service is, without `/api/v1`: `https://members.example`. */
  readonly baseUrl: string
  /**
   * Where tokens come from: `clientCredentials(...)`, `bearer(...)`, or a function of yours.
   * Without it, only open endpoints answer.
   */
  readonly auth?: Auth | undefined
  /** Replaces the global `fetch`: for a proxy, a test, or a server in the same process. */
  readonly fetch?: Fetch | undefined
  /** How long one attempt of a call may take. Default 30 s; `Infinity` for ever. */
  readonly timeoutMs?: number | undefined
  /** The retry settings; `false` turns retries off. */
  readonly retry?: RetryOptions | false | undefined
  /**
   * Headers for every request, such as a tracing header or a gateway's key. Never `authorization`:
   * see `auth`.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly logger?: Logger | undefined
}

/** A call of an endpoint without a method. */
export interface RawRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** From the base URL on: `/api/v1/...`. Identifiers in it must be encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Whether it may be repeated. Default: a GET is a `read`, everything else a `write`. */
  readonly kind?: Kind
}

/** See {@link Nouns} for the calls of a client. */
// The constructor assigns every noun, and a test counts them.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface Client extends Nouns {
  readonly files: FilesApi & FileUploads
}

/**
 * The API, grouped by noun: path parameters first, then what the call takes, then `{ signal,
 * timeoutMs }`. Names and values are those of the wire. Nothing is sent before the first call.
 *
 * @example
 * ```ts
 * import { Client, clientCredentials } from "@symbolon/client-sdk"
 *
 * const client = new Client({ baseUrl: "https://members.example", auth: clientCredentials({ clientId, clientSecret }) })
 * const organization = await client.organizations.get("harbour-club")
 * for await (const member of client.memberships.listMembers(organization.slug)) console.log(member.user.username)
 * ```
 */
export class Client {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = toTransport(options)
    const nouns = toNouns(operations, this.#transport)
    Object.assign(this, nouns, {
      files: withUploads(nouns["files"] as unknown as FilesApi, this.#transport),
      console: toNouns(consoleOperations, this.#transport),
    })
  }

  /**
   * Calls any endpoint by its path, with the same token, retries and errors. Use it for endpoints
   * that are newer than this package.
   *
   * @example
   * ```ts
   * const answer = await client.request<{ now: string }>({ method: "GET", path: "/console/v1/test/clock" })
   * ```
   */
  request<T>(raw: RawRequest, options: CallOptions = {}): Call<T> {
    const request = toWireRequest(raw, options)
    const answer = async (): Promise<WithResponse<T>> => {
      const whole = await send(this.#transport, request, options)
      return { data: readData(request, whole) as T, response: whole.response }
    }
    return toCall(answer())
  }
}

/** Adds uploads, whose code is loaded with the first one. */
const withUploads = (files: FilesApi, transport: Transport): FilesApi & FileUploads => ({
  ...files,
  upload: async (...given) => {
    const { uploadFile } = await import("./files/upload.ts")
    return uploadFile({ files, transport }, given)
  },
})

const toTransport = (options: ClientOptions): Transport => {
  const { auth, timeoutMs = 30_000, retry, headers, logger } = options
  const base = {
    baseUrl: toBaseUrl(options.baseUrl),
    headers: toHeaders(headers),
    // Looked up at each call, so that what replaces the global one is used.
    fetch: options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
    timeoutMs,
    retry: toRetrySettings(retry),
    logger,
  }
  const open: Transport = { ...base, authorize: async () => undefined }
  if (auth === undefined) return open
  const requestToken = async (
    form: Readonly<Record<string, string>>,
    authorization?: string,
  ): Promise<TokenResponse> => {
    const request = toTokenRequest(form, authorization)
    const answer = await send(open, request, {})
    const token = readData(request, answer) as Partial<TokenResponse> | undefined
    if (typeof token?.access_token !== "string")
      throw unexpected("The token endpoint gave no token.", request, answer.response)
    return token as TokenResponse
  }
  const authorize: Transport["authorize"] = async (rejected, signal) => {
    const token = auth({
      baseUrl: base.baseUrl,
      rejected: rejected?.replace(/^Bearer /, ""),
      requestToken,
    })
    return `Bearer ${await abortable(Promise.resolve(token), signal)}`
  }
  return { ...base, authorize }
}

/**
 * Throws here rather than at the first call, where a wrong address would look like a broken
 * connection or a missing resource.
 */
const toBaseUrl = (baseUrl: string): string => {
  if (typeof baseUrl !== "string")
    throw new TypeError(`baseUrl must be a string, and is ${typeInWords(baseUrl)}`)
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url !== undefined && `${url.username}${url.password}` !== "")
    throw new TypeError("baseUrl must have no user name and no password: pass `auth` instead")
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(
      `baseUrl must be the http or https address of the service, such as https://members.example: ${JSON.stringify(baseUrl)}`,
    )
  if (url.search !== "" || url.hash !== "")
    throw new TypeError(`baseUrl must have no query and no fragment: ${JSON.stringify(baseUrl)}`)
  const [, root, part] = /^(.*?)(\/api\/v1|\/oauth2|\/console\/v1)?\/*$/.exec(baseUrl) ?? []
  if (part !== undefined)
    throw new TypeError(
      `baseUrl must not end in ${part}: the client adds it. Use ${JSON.stringify(root)} instead of ${JSON.stringify(baseUrl)}`,
    )
  return baseUrl.replace(/\/+$/, "")
}

/**
 * Asking for another token changes nothing that counts, so it may be repeated like a read; but for
 * a refresh, which uses its token up: one whose answer was lost must not be sent again, since a
 * refresh token that comes twice ends the session.
 */
const toTokenRequest = (
  form: Readonly<Record<string, string>>,
  authorization: string | undefined,
): WireRequest => ({
  operation: "POST /oauth2/token",
  method: "POST",
  path: "/oauth2/token",
  headers: {
    "content-type": "application/x-www-form-urlencoded",
    ...(authorization === undefined ? {} : { authorization }),
  },
  body: toSearch(form).slice(1),
  kind: form["grant_type"] === "refresh_token" ? "write" : "read",
  isOpen: true,
})

const toWireRequest = (
  { method, path, query, body, kind }: RawRequest,
  options: CallOptions,
): WireRequest => ({
  operation: `${method} ${path}`,
  method,
  path: `${path}${toSearch({ ...query, ...options.query })}`,
  headers: {
    ...toHeaders(options.headers),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
  kind: kind ?? (method === "GET" ? "read" : "write"),
  isOpen: false,
})
