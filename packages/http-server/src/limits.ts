import { actingUser, type BucketName, buckets, type Caller, type Check } from "@symbolon/core"
import type { EndpointLimit } from "@symbolon/core/contract"
import { type AnyEndpoint, templateOf } from "./route.ts"

/** Who a request is counted for. */
export interface Counted {
  /** As {@link clientIp} tells it. */
  readonly ip: string
  /** Undefined without a good token. */
  readonly caller: Caller | undefined
  /**
   * The OAuth client that a request to the authorization server names; undefined elsewhere, or when
   * it names none.
   */
  readonly clientId?: string | undefined
  /** Whether that client proves who it is with a secret; anybody can name one that has none. */
  readonly hasClientSecret?: boolean | undefined
  /** The browser in which a user is signed in, after that was verified; undefined elsewhere. */
  readonly browser?: string | undefined
}

/** What a request takes: a function of who asks, made once for each endpoint. */
export type ChecksOf = (counted: Counted) => readonly Check[]

/** The allowances of an endpoint, read off its definition. */
export interface EndpointLimits {
  /** Taken by every call before it runs; empty for what counts nowhere. */
  readonly calls: ChecksOf
  /**
   * Looked at before, and taken after, a call whose client has proved who it is: what is keyed on a
   * client alone must not be used up by somebody who only knows its id.
   */
  readonly clientCalls: ChecksOf
  /** What the headers tell of when nothing is taken. */
  readonly shown: ChecksOf
  /**
   * Taken after a call whose client authentication failed; undefined where nothing counts failures.
   */
  readonly failures: ChecksOf | undefined
  /** Those of the failures that stop every call once they are used up: looked at before. */
  readonly stops: ChecksOf
}

const bucketNames = {
  read: ["read"],
  write: ["write"],
  expensive: ["expensive"],
  "read+expensive": ["read", "expensive"],
  none: [],
} as const satisfies Readonly<Record<AnyEndpoint["bucket"], readonly BucketName[]>>

/** Which allowances a call of an endpoint takes, and whose. */
export const limitsOf = (endpoint: AnyEndpoint): EndpointLimits => {
  const template = templateOf(endpoint)
  const own = endpoint.limits ?? []
  const ofCalls = own.filter((limit) => limit.counts === "calls")
  const calls = ofCalls
    .filter(({ keyedOn }) => keyedOn !== "client_id")
    .map((limit) => ownCheck(limit))
  const clientCalls = ofCalls
    .filter(({ keyedOn }) => keyedOn === "client_id")
    .map((limit) => ownCheck(limit))
  const ofFailures = own.filter((limit) => limit.counts === "failures")
  const failures = ofFailures.map((limit) => ownCheck(limit))
  const stops = ofFailures
    .filter(({ stopsAll }) => stopsAll === true)
    .map((limit) => ownCheck(limit))
  const names = bucketNames[endpoint.bucket]
  const shown = [endpoint.method === "GET" ? "read" : "write"] as const
  return {
    shown: (counted) => bucketChecks(shown, template, counted),
    calls: (counted) => [
      ...bucketChecks(names, template, counted),
      ...calls.map((check) => check(counted)),
    ],
    clientCalls: (counted) => clientCalls.map((check) => check(counted)),
    failures:
      failures.length === 0 ? undefined : (counted) => failures.map((check) => check(counted)),
    stops: (counted) => stops.map((check) => check(counted)),
  }
}

/**
 * The allowance of a request that no endpoint takes: its token's, by its method, or without a good
 * token its address's.
 */
export const unplannedChecks = (method: string, template: string): ChecksOf => {
  const names = ["GET", "HEAD", "OPTIONS"].includes(method)
    ? (["read"] as const)
    : (["write"] as const)
  return (counted) => bucketChecks(names, template, counted)
}

/** The allowance of a request that is counted for its address, whatever it sends. */
export const strangerChecks = (template: string): ChecksOf => {
  const names = ["read"] as const
  return (counted) => bucketChecks(names, template, { ...counted, caller: undefined })
}

/**
 * The allowance of a CORS preflight. It can carry no token, so it is counted by address, but
 * against as much as the reads that it asks leave for: 30 a minute would stop a browser at a tenth
 * of its allowance.
 */
export const preflightChecks = (template: string): ChecksOf => {
  const { limit, windowMs } = sizes.read
  return ({ ip }) => [
    { key: `preflight:ip:${ip}:p:${template}`, cost: 1, limit, windowMs, isOpenEnded: true },
  ]
}

/** The same checks, only looked at. */
export const looking = (checks: readonly Check[]): readonly Check[] =>
  checks.map((check) => ({ ...check, cost: 0 }))

type Size = Pick<Check, "limit" | "windowMs">

const sizes = Object.fromEntries(
  Object.entries(buckets).map(([name, { limit, windowSeconds }]) => [
    name,
    { limit, windowMs: windowSeconds * 1000 },
  ]),
) as Readonly<Record<BucketName, Size>>

const bucketChecks = (
  names: readonly BucketName[],
  template: string,
  { ip, caller }: Counted,
): Check[] => {
  if (names.length === 0) return []
  if (caller === undefined || caller.kind === "host")
    return [
      {
        key: `unauthenticated:ip:${ip}:p:${template}`,
        cost: 1,
        ...sizes.unauthenticated,
        isOpenEnded: true,
      },
    ]
  const whose = identityOf(caller)
  return names.map((name) => ({
    key: `${name}:${whose}`,
    cost: 1,
    ...sizes[name],
    isOpenEnded: false,
  }))
}

/**
 * Who has an allowance: a user and an app together, an app by itself, each door for itself and
 * never with its app.
 */
const identityOf = (caller: Exclude<Caller, { readonly kind: "host" }>): string =>
  caller.kind === "door"
    ? `door:${caller.deviceUuid}`
    : `u:${actingUser(caller) ?? "-"}:c:${caller.clientId}`

const ownCheck = ({ name, limit, windowSeconds, keyedOn }: EndpointLimit) => {
  const windowMs = windowSeconds * 1000
  return (counted: Counted): Check => ({
    key: `${name}:${ownKey(keyedOn, counted)}`,
    cost: 1,
    limit,
    windowMs,
    isOpenEnded: true,
  })
}

const ownKey = (
  keyedOn: EndpointLimit["keyedOn"],
  { ip, caller, clientId = "-", hasClientSecret = false, browser }: Counted,
): string => {
  switch (keyedOn) {
    case "client_id and ip":
      return `c:${clientId}:ip:${ip}`
    case "client_id":
      return hasClientSecret ? `c:${clientId}` : `c:${clientId}:ip:${ip}`
    case "ip":
      return `ip:${ip}`
    case "user session":
      if (browser !== undefined) return `b:${browser}`
      return caller === undefined || caller.kind === "host" ? `ip:${ip}` : `s:${caller.sid}`
  }
}
