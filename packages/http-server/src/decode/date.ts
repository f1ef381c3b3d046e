/** A moment from the wire; the schema has looked at its form. */
export const dateOrUndefined = (text: string | null | undefined): Date | undefined =>
  text === null || text === undefined ? undefined : new Date(text)

/** Decodes an optional date; `null` has its own meaning and stays `null`. */
export const dateOrNull = (text: string | null | undefined): Date | null | undefined =>
  text === null ? null : dateOrUndefined(text)
