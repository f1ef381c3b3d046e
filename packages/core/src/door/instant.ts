const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/

/**
 * Epoch milliseconds of an ISO 8601 UTC time with whole seconds or milliseconds, or NaN. Dates that
 * do not exist (30 February) are refused, which `Date.parse` alone leaves to the engine.
 */
export const readInstant = (text: string): number => {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return at === at && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19)
    ? at
    : Number.NaN
}
