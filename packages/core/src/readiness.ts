import type { PortsShape } from "./foundation/unit-of-work.ts"
import { upToDate } from "./open-store.ts"

/** One check of `/health/ready`. */
export interface ReadinessCheck {
  readonly name: "storage" | "migrations" | "keys" | "clock"
  readonly ok: boolean
  /** The result as a sentence, for an operator. */
  readonly detail: string
}

/**
 * The next version migrates while servers of this one run; what it adds is nothing to them. See
 * `docs/operating.md`.
 */
const unlessNewer = (reason: unknown): void => {
  if (!(reason instanceof Error && reason.name === "NewerSchema")) throw reason
}

/** Returns the checks of a running core. One that throws has failed; its detail is the error. */
export const readiness = async ({
  storage,
  serviceKeys,
  clock,
}: PortsShape): Promise<readonly ReadinessCheck[]> => {
  const check = async (
    name: ReadinessCheck["name"],
    look: () => Promise<string> | string,
  ): Promise<ReadinessCheck> => {
    try {
      return { name, ok: true, detail: await look() }
    } catch (reason) {
      return { name, ok: false, detail: reason instanceof Error ? reason.message : String(reason) }
    }
  }
  return Promise.all([
    check("storage", async () => {
      await storage.transact("read", (tx) => tx.jobs.nextDue("work"))
      return "answers"
    }),
    check("migrations", async () => {
      await upToDate(storage, false).catch(unlessNewer)
      return "up to date"
    }),
    check("keys", () => `signs with ${serviceKeys.signer("tokens").keyId}`),
    check("clock", () => clock.now().toISOString()),
  ])
}
