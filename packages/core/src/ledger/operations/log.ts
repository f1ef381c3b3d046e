import type { Caller } from "../../foundation/access/caller.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read } from "../../foundation/unit-of-work.ts"
import { parseTilePath, tileBytes, tileOf, tileWidth } from "../log/tiles.ts"
import type { NoInput } from "../../foundation/kernel/inputs.ts"
import type { TileInput } from "../inputs.ts"
import type { LedgerTile } from "../results.ts"
import { ledgerKeys } from "../ledger-keys.ts"

/** Returns the newest checkpoint of the log, a signed note. Public. */
export const checkpoint = step(function* (_caller: Caller, _input: NoInput) {
  const { checkpoints, ledgerOrigin } = yield* Ports
  const origin = yield* prepare(ledgerOrigin.fixed)
  const head = yield* read(function* (tx) {
    return yield* tx.transactions.head()
  })
  return checkpoints.of(origin, head)
})

/**
 * Returns a tile of the log, full or partial: `path` is its address as in C2SP tlog-tiles,
 * `tile/0/x001/234`. `NotFound` beyond the end of the log. Public: hashes reveal nothing about
 * their entries.
 */
export const tile = step(function* (_caller: Caller, input: TileInput) {
  const address = parseTilePath(input.path)
  if (address === undefined) return yield* new NotFound({ what: "tile" })
  const { level, index, width } = address
  const [hashes = []] = yield* read(function* (tx) {
    const { size } = yield* tx.transactions.head()
    if ((tileOf(size, level, index)?.width ?? 0) < width)
      return yield* new NotFound({ what: "tile" })
    return yield* tx.transactions.hashes([{ level, from: index * tileWidth, count: width }])
  })
  const served: LedgerTile = { bytes: tileBytes(hashes), isFull: width === tileWidth }
  return served
})

/** Returns the ledger's public keys, as at the head of an export. Public. */
export const keys = step(function* (_caller: Caller, _input: NoInput) {
  const { serviceKeys, settings, ledgerOrigin } = yield* Ports
  return ledgerKeys(serviceKeys, settings.network, yield* prepare(ledgerOrigin.fixed))
})
