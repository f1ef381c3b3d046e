import findMyWay from "find-my-way"
import { BadRequest } from "@symbolon/core"
import type { Plan } from "./plan.ts"

/** What stands at a path. */
export interface Place {
  readonly template: string
  readonly plans: ReadonlyMap<string, Plan>
  /** One of them: all plans of a path answer in the same format. */
  readonly anyPlan: Plan | undefined
  /** The methods it takes, for `Allow`. */
  readonly allow: string
}

/** A path that was found, with its decoded parameters. */
export interface Found {
  readonly place: Place
  readonly params: Readonly<Record<string, string | undefined>>
}

/** Longer parameters name nothing here. */
const longestParameter = 512

/**
 * Finds the route of a path for any method, so that a wrong method differs from a wrong path.
 *
 * The returned function answers undefined for an unknown path, and throws {@link BadRequest} for
 * one that cannot be decoded.
 */
export const openRouter = (plans: readonly Plan[]): ((path: string) => Found | undefined) => {
  const router = findMyWay({ maxParamLength: longestParameter, onBadUrl: () => undefined })
  for (const [template, here] of Map.groupBy(plans, (plan) => plan.template)) {
    const place: Place = {
      template,
      plans: new Map(here.map((plan) => [plan.method, plan])),
      anyPlan: here[0],
      allow: allowed(here),
    }
    router.on("GET", template.replaceAll(/\{(\w+)\}/g, ":$1"), () => undefined, place)
  }
  return (path) => {
    if (path.includes("%00"))
      throw new BadRequest({ field: "_root", reason: "The path contains a NUL character." })
    const found = router.find("GET", path)
    if (found === null) return undefined
    const place = found.store as Place | null
    if (place === null)
      throw new BadRequest({ field: "_root", reason: "The path cannot be decoded." })
    const { params } = found
    for (const name in params) if (params[name] === "") return undefined
    return { place, params }
  }
}

const allowed = (plans: readonly Plan[]): string => {
  const methods = new Set<string>(plans.map(({ method }) => method))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods, "OPTIONS"].sort().join(", ")
}
