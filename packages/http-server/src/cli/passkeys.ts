import type { Passkeys } from "@symbolon/core"

/**
 * Passkeys, where `@simplewebauthn/server` is installed beside this package; undefined where it is
 * not.
 */
export const installedPasskeys = async (): Promise<Passkeys | undefined> => {
  try {
    const { passkeys } = await import("../passkeys.ts")
    return passkeys()
  } catch (reason) {
    if (isMissing(reason)) return undefined
    throw reason
  }
}

const isMissing = (reason: unknown): boolean =>
  reason instanceof Error && "code" in reason && reason.code === "ERR_MODULE_NOT_FOUND"
