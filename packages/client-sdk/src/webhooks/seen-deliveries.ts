/**
 * Remembers the deliveries that a receiver took. A retry has the id of the attempt before it, so a
 * delivery that was taken arrives again when the answer to it was lost.
 */
export interface SeenDeliveries {
  /**
   * Remembers the id; false if it was remembered before. Must be one atomic step, such as `INSERT
   * ... ON CONFLICT DO NOTHING` or `SET ... NX`: two attempts may arrive at the same time. Keep ids
   * for a day; retries of a delivery take a quarter of an hour, longer if the service was down.
   */
  readonly add: (deliveryId: string) => boolean | Promise<boolean>
  /** Forgets the id, because the work failed and the retry is to do it. */
  readonly forget: (deliveryId: string) => void | Promise<void>
}

/**
 * Remembers deliveries in the memory of this process: the newest `most`, by default 10,000. Use it
 * where a delivery that is done twice after a restart does no harm.
 */
export const memorySeenDeliveries = ({
  most = 10_000,
}: {
  readonly most?: number
} = {}): SeenDeliveries => {
  const seen = new Set<string>()
  return {
    add: (deliveryId) => {
      if (seen.has(deliveryId)) return false
      seen.add(deliveryId)
      // A set keeps the order in which its members were added.
      const [oldest] = seen
      if (seen.size > most && oldest !== undefined) seen.delete(oldest)
      return true
    },
    forget: (deliveryId) => void seen.delete(deliveryId),
  }
}
