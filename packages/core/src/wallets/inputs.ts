import type { PageInput } from "../foundation/inputs/parts.ts"
import type { WalletsOf } from "./steps.ts"

/** Which wallets. */
export interface ListWalletsInput extends PageInput<"created_at"> {
  /** Whose wallets. Required when the host calls; every other caller sees its own. */
  readonly of?: WalletsOf | undefined
}
