import { actingUser, type BucketName, buckets, type Caller, type Check } from "@symbolon/core"
import type { EndpointLimit } from "@symbolon/core/contract"
import { type AnyEndpoint, templateOf } from "./route.ts"

/** Who a request is counted for. */
export interface Counted {
  /** From {@link clientIp}. */
  readonly ip: string
  /** Undefined without a valid token. */
  readonly caller: Caller | undefined
  /**
   * The OAuth client that a request to the authorization server names; undefined elsewhere, or when
   * it names none.
   */
  readonly clientId?: string | undefined
  /**
   * Whether that client authenticates with a secret. Any caller can send the id of a client without
   * one.
   */
  readonly hasClientSecret?: boolean | undefined
  /** The browser in which a user is signed in, after that was verified; undefined elsewhere. */
  readonly browser?: string | undefined
}

/** Returns the checks for a request; built once for each endpoint. */
export type ChecksOf = (counted: Counted) => readonly Check[]

/** The rate limits of an endpoint, from its definition. */
export interface EndpointLimits {
  /** Counted for every call before it runs; empty if calls are not counted. */
  readonly calls: ChecksOf
  /**
   * Read before and counted after the client has authenticated. Otherwise a caller that only knows
   * the client's id could use up its limit.
   */
  readonly clientCalls: ChecksOf
  /** The limits for the headers of replies that are not counted. */
  readonly rateLimitHeaders: ChecksOf
  /**
   * Counted after a failed client authentication; undefined if failures are not counted.
   */
  readonly failures: ChecksOf | undefined
  /** The failure limits that stop every call once they are exhausted; read before the call. */
  readonly stops: ChecksOf
}

const bucketNames = {
  read: ["read"],
  write: ["write"],
  expensive: ["expensive"],
  "read+expensive": ["read", "expensive"],
  none: [],
} as const satisfies Readonly<Record<AnyEndpoint["bucket"], readonly BucketName[]>>

/** Returns the rate limits of an endpoint. */
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
  const reportedBuckets = [endpoint.method === "GET" ? "read" : "write"] as const
  return {
    rateLimitHeaders: (counted) => bucketChecks(reportedBuckets, template, counted),
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
 * Returns the checks of a request without an endpoint: for its valid token by method, otherwise for
 * its address.
 */
export const unmatchedChecks = (method: string, template: string): ChecksOf => {
  const names = ["GET", "HEAD", "OPTIONS"].includes(method)
    ? (["read"] as const)
    : (["write"] as const)
  return (counted) => bucketChecks(names, template, counted)
}

/** Returns the checks of a request that is always counted for its address. */
export const unauthenticatedChecks = (template: string): ChecksOf => {
  const names = ["read"] as const
  return (counted) => bucketChecks(names, template, { ...counted, caller: undefined })
}

/**
 * Returns the checks of a CORS preflight. A preflight has no token, so it counts for its address,
 * with the limit of reads. With the unauthenticated limit of 30 a minute, a browser could not use
 * its own read limit.
 */
export const preflightChecks = (template: string): ChecksOf => {
  const { limit, windowMs } = sizes.read
  return ({ ip }) => [
    { key: `preflight:ip:${ip}:p:${template}`, cost: 1, limit, windowMs, isOpenEnded: true },
  ]
}

/** Returns the checks with cost 0, which only read the limits. */
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
 * The owner of a limit: a user with an app, an app alone, or a door, which never shares with its
 * app.
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
    case "user":
      return caller === undefined || caller.kind === "host"
        ? `ip:${ip}`
        : `u:${actingUser(caller) ?? caller.clientId}`
    case "user session":
      if (browser !== undefined) return `b:${browser}`
      return caller === undefined || caller.kind === "host" ? `ip:${ip}` : `s:${caller.sid}`
  }
}
