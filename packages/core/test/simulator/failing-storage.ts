import type { Repositories, Storage } from "../../src/foundation/storage/storage.ts"

/** What goes wrong with a transaction. */
export type Fault =
  | "none"
  /** Nothing happens, and the caller hears of it. */
  | "before"
  /** All of it is done and undone again. */
  | "undone"
  /** It is done, and the caller hears that it failed. */
  | "answerless"
  /**
   * It is done, undone, and done again, as an engine does that cannot serialise it, or finds that
   * the head has moved.
   */
  | "again"
  /** It takes a few turns of the event loop. */
  | "slow"
  /** The process dies before it, or after it: nothing after that reaches the store. */
  | "dies before"
  | "dies after"

/** What the store says when it was told to fail. */
export class Lost extends Error {
  override readonly name = "Lost"
}

/**
 * A storage that fails as `faultOf` says, transaction by transaction. One that died stays dead:
 * open another on what it stands on.
 */
export const failingStorage = (
  inner: Storage,
  faultOf: (mode: "read" | "write") => Fault,
): Storage & { readonly isDead: () => boolean } => {
  let dead = false
  const undone = async (
    mode: "read" | "write",
    work: (tx: Repositories) => Promise<unknown>,
  ): Promise<void> => {
    const reason = new Lost("undone")
    await inner
      .transact(mode, async (tx) => {
        await work(tx)
        throw reason
      })
      .catch((thrown: unknown) => {
        if (thrown !== reason) throw thrown
      })
  }
  return {
    isDead: () => dead,
    transact: async (mode, work) => {
      if (dead) throw new Lost("the process is dead")
      const fault = faultOf(mode)
      if (fault === "dies before") dead = true
      if (fault === "before" || fault === "dies before") throw new Lost(fault)
      if (fault === "slow")
        for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next))
      if (fault === "undone" || fault === "again") await undone(mode, work)
      if (fault === "undone") throw new Lost(fault)
      if (dead) throw new Lost("the process is dead")
      const answer = await inner.transact(mode, work)
      if (fault === "dies after") dead = true
      if (fault === "answerless" || fault === "dies after") throw new Lost(fault)
      if (dead) throw new Lost("the process is dead")
      return answer
    },
    close: () => inner.close(),
  }
}
