/** The earlier of two moments; undefined is never. */
export const earlier = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one < other ? one : other
