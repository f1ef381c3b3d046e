/** A moment on the wire: UTC, milliseconds, `Z`. */
export const instant = (at: Date): string => at.toISOString()

/** Encodes an optional instant; `null` without one. */
export const instantOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null
