import pg from "pg"
import type { PoolClient } from "pg"

/**
 * Answers a function to call before a query is sent: what a connection sends until the current turn
 * of promises is over goes out as one piece. A query by itself costs a call of the system, which is
 * more than all else that is done for a small one.
 */
export const gatheringWrites = (client: PoolClient): (() => void) => {
  let isHeld = false
  return () => {
    if (isHeld || !(client instanceof pg.Client)) return
    const { stream } = client.connection
    isHeld = true
    stream.cork()
    process.nextTick(() => {
      isHeld = false
      stream.uncork()
    })
  }
}
