/** A moment as the wire shows it, or null. */
export const instant = (at: Date | undefined): string | null => at?.toISOString() ?? null

/** What the domain leaves undefined, the wire shows as null. */
export const orNull = <T>(value: T | undefined): T | null => value ?? null
