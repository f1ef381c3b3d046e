import type { PageInput } from "../foundation/kernel/inputs.ts"

/** Whose wallets: a user's, or the treasury of an organization. Both are uuids. */
export type WalletsOf = { readonly userUuid: string } | { readonly treasuryOf: string }

/** Which wallets. */
export interface ListWalletsInput extends PageInput<"created_at"> {
  /** Whose wallets. Required when the host calls; every other caller sees its own. */
  readonly of?: WalletsOf | undefined
}
