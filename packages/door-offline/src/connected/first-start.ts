import type { PublishedTrustKeys } from "../index.ts"
import type { ConnectedDoorOptions } from "./options.ts"
import { isTrustKeys, TRUST_KEYS } from "./roster.ts"
import type { ServiceAnswer } from "./service.ts"

type Where = Pick<ConnectedDoorOptions, "baseUrl" | "session">

/** Throws `TypeError` for an invalid base URL, before any request. */
export const checkBaseUrl = (options: Where): void => {
  mustBeThere(options)
  const { baseUrl } = options
  const [, root] = /^(.*?)\/api\/v1\/*$/i.exec(baseUrl) ?? []
  if (root === undefined) return
  throw new TypeError(
    `baseUrl must not end with /api/v1, which the door adds: use ${JSON.stringify(root)} instead of ${JSON.stringify(baseUrl)}.`,
  )
}

/**
 * The trust keys that the service publishes, for a door that has none yet. Throws an error that
 * says why there are none and what to do; its `cause` is what lies beneath: the error of `fetch`,
 * or the answer.
 */
export const firstTrustKeys = async (
  where: Where,
  call: (path: string) => Promise<ServiceAnswer>,
): Promise<PublishedTrustKeys> => {
  const answer = await call(TRUST_KEYS)
  if (answer.kind === "answered" && isTrustKeys(answer.body)) return answer.body
  const url = `${where.baseUrl.replace(/\/+$/, "")}/api/v1/sessions/${encodeURIComponent(where.session)}${TRUST_KEYS}`
  const cause = answer.kind === "unreachable" ? (answer.cause ?? answer) : answer
  throw new Error(
    `The door has no trust keys and could not fetch them. ${url}: ${reasonOf(where, answer)}`,
    { cause },
  )
}

const reasonOf = ({ session }: Where, answer: ServiceAnswer): string => {
  switch (answer.kind) {
    case "unreachable":
      return answer.status === undefined
        ? `no answer (${wordsOf(answer.reason, answer.cause)}). Check baseUrl and the network.`
        : `${answer.reason}, which is no answer of a Symbolon service. Check baseUrl.`
    case "unauthorised":
      return `status ${answer.status} ${answer.code}${detailOf(answer.message)}. The token is not good for session ${JSON.stringify(session)}: issue a new one for it.`
    case "refused":
      return answer.status === 404
        ? `status 404 ${answer.code}${detailOf(answer.message)}. There is no session ${JSON.stringify(session)} here that this token may see.`
        : `status ${answer.status} ${answer.code}${detailOf(answer.message)}.`
    case "limited":
      return `status 429. Try again in ${Math.ceil(answer.retryAfterMs / 1000)} s.`
    default:
      return "an answer without trust keys, which is no answer of a Symbolon service. Check baseUrl."
  }
}

const detailOf = (message: string): string =>
  message === "" ? "" : `: ${message.replace(/\.$/, "")}`

/** `fetch failed` says little; what is beneath it names the address and the fault. */
const wordsOf = (reason: string, cause: unknown): string => {
  const beneath = cause instanceof Error ? cause.cause : undefined
  return beneath instanceof Error && beneath.message !== ""
    ? `${reason}: ${beneath.message}`
    : reason
}

/** What a program in plain JavaScript may leave out. */
const mustBeThere = (options: unknown): void => {
  const given: Readonly<Record<string, unknown>> =
    typeof options === "object" && options !== null ? { ...options } : {}
  for (const name of ["baseUrl", "session", "token"])
    if (typeof given[name] !== "string" || given[name] === "")
      throw new TypeError(`openConnectedDoor needs \`${name}\`, a string.`)
  const { door, roster } = (given["stores"] ?? {}) as Readonly<Record<string, unknown>>
  if (!isStore(door) || !isStore(roster))
    throw new TypeError(
      "openConnectedDoor needs `stores: { door, roster }`, each with read() and write(text), such as fileStore(path) of @symbolon/door-offline/stores/file.",
    )
}

const isStore = (store: unknown): boolean =>
  typeof store === "object" &&
  store !== null &&
  ["read", "write"].every((name) => typeof Reflect.get(store, name) === "function")
