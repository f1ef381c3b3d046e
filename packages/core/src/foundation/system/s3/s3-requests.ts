import { setTimeout as pause } from "node:timers/promises"
import { AwsV4Signer } from "aws4fetch"
import { StorageUnavailable } from "../../kernel/storage-unavailable.ts"
import { readXml, textIn, type XmlElement } from "./xml.ts"

/** Which bucket, and with whose keys. */
export interface S3Options {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. Browsers upload there too. */
  readonly endpoint: string
  readonly region: string
  /** A bucket that nothing else uses: the sweep removes objects that no file names. */
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /**
   * Whether the bucket is the first segment of the path and not the first label of the host, as
   * most servers other than AWS want it. Default: false.
   */
  readonly pathStyle?: boolean | undefined
  /** How long the server may be silent, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

/** One request about an object, or about the bucket where there is no path. */
export interface S3Request {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE"
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Default: that of the options. */
  readonly timeoutMs?: number
}

/** An answer whose body was read. */
export interface S3Answer {
  readonly status: number
  readonly headers: Headers
  /** Undefined where the body is empty or no XML. */
  readonly xml: XmlElement | undefined
  /** `NoSuchUpload` and the like; undefined for a success. An error can come with status 200. */
  readonly errorCode: string | undefined
}

/** An object whose bytes are still to be read; `stop` ends the connection. */
export interface S3Stream {
  readonly body: ReadableStream<Uint8Array>
  readonly stop: () => void
}

const timeoutMsDefault = 15_000
const attempts = 3
const pauseMs = 100

/** Signed requests to one bucket. */
export interface S3Requests {
  /** Sends a request, again if the server cannot answer now, and reads the answer. */
  readonly send: (request: S3Request) => Promise<S3Answer>
  /** The same, but leaves the body of a success to be read. */
  readonly open: (request: S3Request) => Promise<S3Stream | S3Answer>
  readonly bucket: string
  /** Where the bucket is, for people. */
  readonly bucketUrl: string
  readonly timeoutMs: number
  /** A URL that allows one request with exactly these headers for some seconds. */
  readonly presign: (request: S3Request, seconds: number) => Promise<string>
}

/** Signs and sends requests. Rejects with `StorageUnavailable` when no answer comes in time. */
export const s3Requests = (options: S3Options): S3Requests => {
  const { bucket, timeoutMs = timeoutMsDefault } = options
  const bucketUrl = bucketUrlOf(options)
  const signed = signer(options, bucketUrl)

  /** One attempt; the time that it may take includes the body where `read` reads it. */
  const attempt = async <A>(
    request: S3Request,
    read: (response: Response, ending: AbortController) => Promise<A>,
  ): Promise<A> => {
    const ending = new AbortController()
    const tooLate = new Error("It did not answer in time.")
    const timer = setTimeout(() => ending.abort(tooLate), request.timeoutMs ?? timeoutMs)
    try {
      const { url, method, headers } = await signed(request)
      const { body } = request
      const response = await fetch(url, {
        method,
        headers,
        redirect: "manual",
        signal: ending.signal,
        ...(body === undefined ? {} : { body }),
      })
      if (response.status >= 500 || response.status === 429) {
        const text = await response.text()
        throw new Error(`It answered ${response.status}: ${text.slice(0, 300)}`)
      }
      return await read(response, ending)
    } finally {
      clearTimeout(timer)
    }
  }

  const insist = async <A>(
    request: S3Request,
    read: (response: Response, ending: AbortController) => Promise<A>,
  ): Promise<A> => {
    for (let made = 1; ; made += 1)
      try {
        return await attempt(request, read)
      } catch (cause) {
        if (made === attempts) throw away(bucketUrl, cause)
        await pause(pauseMs * 4 ** (made - 1))
      }
  }

  return {
    bucket,
    timeoutMs,
    bucketUrl,
    send: (request) => insist(request, answerOf),
    open: (request) =>
      insist(request, async (response, ending) =>
        response.ok && response.body !== null
          ? { body: response.body, stop: () => ending.abort() }
          : answerOf(response),
      ),
    presign: async (request, seconds) => (await signed(request, seconds)).url.href,
  }
}

/** Signs requests in their headers, or in the URL where it is to be valid for some seconds. */
const signer = ({ region, accessKeyId, secretAccessKey }: S3Options, bucketUrl: string) => {
  const cache = new Map<string, ArrayBuffer>()
  return ({ method, path, query, headers, body }: S3Request, seconds?: number) => {
    const url = new URL(bucketUrl)
    url.pathname += path ?? ""
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    if (seconds !== undefined) url.searchParams.set("X-Amz-Expires", String(seconds))
    return new AwsV4Signer({
      method,
      url: url.href,
      region,
      accessKeyId,
      secretAccessKey,
      cache,
      service: "s3",
      allHeaders: true,
      signQuery: seconds !== undefined,
      ...(headers === undefined ? {} : { headers: { ...headers } }),
      ...(body === undefined ? {} : { body }),
    }).sign()
  }
}

/** The failure of a store that cannot be asked now. */
export const away = (where: string, cause: unknown): StorageUnavailable =>
  new StorageUnavailable(
    `The S3 bucket ${where} does not answer: ${cause instanceof Error ? faultOf(cause) : String(cause)}`,
    { cause, store: "files" },
  )

/** `fetch failed` says nothing; its cause does. */
const faultOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

const bucketUrlOf = ({ endpoint, bucket, pathStyle = false }: S3Options): string => {
  const url = new URL(endpoint)
  if (!pathStyle) url.host = `${bucket}.${url.host}`
  const path = url.pathname.replace(/\/+$/, "")
  url.pathname = pathStyle ? `${path}/${bucket}/` : `${path}/`
  return url.href
}

/** What a server that cannot answer now may say with status 200, when it had begun to answer. */
const busyCodes: readonly string[] = ["InternalError", "ServiceUnavailable", "SlowDown"]

const answerOf = async (response: Response): Promise<S3Answer> => {
  const { status, headers } = response
  const xml = readXml(await response.text())
  const isError = xml?.name === "Error"
  const code = isError ? textIn(xml, "Code") : ""
  if (busyCodes.includes(code)) throw new Error(`It answered ${status} ${code}.`)
  return {
    status,
    headers,
    xml,
    errorCode: isError || status >= 300 ? (code === "" ? String(status) : code) : undefined,
  }
}

/** Sends a request; rejects if the server refuses it, but for these codes. */
export const expectGranted = async (
  requests: S3Requests,
  request: S3Request,
  but: readonly string[] = [],
): Promise<S3Answer> => {
  const answer = await requests.send(request)
  if (answer.errorCode !== undefined && !but.includes(answer.errorCode))
    throw refused(request, answer)
  return answer
}

/** The failure of a request that the server did not grant: a wrong key, a missing bucket. */
export const refused = (
  { method, path = "" }: Pick<S3Request, "method" | "path">,
  { status, errorCode, xml }: S3Answer,
): Error => {
  const message = xml === undefined ? "" : textIn(xml, "Message")
  return new Error(`S3 refused ${method} ${path}: ${status} ${errorCode ?? ""} ${message}`.trim())
}
