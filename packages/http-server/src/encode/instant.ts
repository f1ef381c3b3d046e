/** A moment on the wire: UTC, milliseconds, `Z`. */
export const instant = (at: Date): string => at.toISOString()

/** The same, `null` where there is none. */
export const instantOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null
