import type { Logger, ReadinessCheck, Symbolon } from "@symbolon/core"
import { type Headers, jsonReply } from "./exchange.ts"
import type { Plan } from "./plan.ts"
import { refusalReply } from "./wire-refusal.ts"

interface HealthParts {
  readonly symbolon: Pick<Symbolon, "ready">
  /** Whether the server is about to stop and wants no new work. */
  readonly isDraining: () => boolean
  readonly logger: Logger | undefined
}

/**
 * The probes: live while the process answers; ready while it wants work, and its store, schema,
 * keys and clock are well. Neither is counted.
 */
export const healthPlans = ({ symbolon, isDraining, logger }: HealthParts): readonly Plan[] => {
  const ready = sharing(() => symbolon.ready())
  return [
    probe("/health/live", () => jsonReply(200, { status: "live" })),
    probe("/health/ready", async () => {
      if (isDraining()) return jsonReply(503, { status: "draining", checks: [] }, comeAgain)
      const checks = await ready()
      const failed = checks.filter(({ ok }) => !ok)
      if (failed.length > 0) logger?.error({ failed }, "not ready")
      // What exactly is wrong may name hosts and files; that is for the log.
      const results = checks.map(({ name, ok }) => ({ name, ok }))
      return failed.length === 0
        ? jsonReply(200, { status: "ready", checks: results })
        : jsonReply(503, { status: "unready", checks: results }, comeAgain)
    }),
  ]
}

const comeAgain: Headers = { "retry-after": "5" }

const probe = (template: string, answer: Plan["answer"]): Plan => ({
  method: "GET",
  template,
  isCrossOrigin: false,
  rateLimitHeaders: undefined,
  isLoggedOnFailure: true,
  refuse: refusalReply,
  answer,
})

/**
 * Concurrent calls share one check, because the endpoint is public and each check reads the
 * database.
 */
const sharing = (
  look: () => Promise<readonly ReadinessCheck[]>,
): (() => Promise<readonly ReadinessCheck[]>) => {
  let looking: Promise<readonly ReadinessCheck[]> | undefined
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined
    }))
}
