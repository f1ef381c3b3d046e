import type { Clock, Ids } from "../../../src/index.ts"
import { systemIds } from "../../../src/foundation/system/ids.ts"

let houses = 0

/**
 * Ids that count, in a range of their own: so what one house on a storage makes is listed in the
 * order of its making and apart from what others make there, and is the same whenever it is made
 * again.
 */
export const countedIds = (clock: Clock) => {
  houses += 1
  const range = (0x10_00_00_00 + houses).toString(16)
  let made = 0
  const nth = (n: number): string => `${range}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`
  const ids: Ids = { ...systemIds(clock), uuid: () => nth(++made) }
  return { ids, first: nth(0) }
}
