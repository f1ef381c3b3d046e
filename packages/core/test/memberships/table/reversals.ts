import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { type Facts, isLive, isNone, type Standing } from "../facts.ts"
import { ok, refused, type Row, row, same } from "./row.ts"

type Reversal = MembershipAsks["reversePayment"]
const entryOf = ({ history, paymentRef }: Reversal) =>
  history.find((entry) => entry.paymentRef === paymentRef && entry.cause !== "reversal")
const isRepeated = ({ history, paymentRef }: Reversal): boolean =>
  history.some((entry) => entry.paymentRef === paymentRef && entry.cause === "reversal")
const isNewest = (ask: Reversal): boolean => ask.history.at(-1) === entryOf(ask)
const isFirstTime = (f: Facts, ask: Reversal): boolean =>
  isLive(f) && entryOf(ask) !== undefined && !isRepeated(ask)
const everywhere: readonly Standing[] = ["active", "notice", "lapsed", "none"]
const isTierBack = (f: Facts, ask: Reversal): boolean => {
  const entry = entryOf(ask)
  return (
    entry?.before !== undefined &&
    entry.before.tierUuid !== entry.after.tierUuid &&
    f.tier?.uuid === entry.after.tierUuid
  )
}

/** What a reversed payment takes back, where nothing came after it. */
export const reversing: readonly Row[] = [
  row("no such payment", "reversePayment", (_, ask) => entryOf(ask) === undefined, refused(404)),
  row(
    "1.6, once",
    "reversePayment",
    (_, ask) => entryOf(ask) !== undefined && isRepeated(ask),
    same,
  ),
  row(
    "1.6, over",
    "reversePayment",
    (f, ask) => isNone(f) && entryOf(ask) !== undefined && !isRepeated(ask),
    ok("none"),
  ),
  row(
    "T38",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && isNewest(ask) && entryOf(ask)?.before === undefined,
    ok("none", "left"),
  ),
  row(
    "T39",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && isNewest(ask) && entryOf(ask)?.cause === "renew",
    ok(everywhere),
  ),
  row(
    "T40",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && isNewest(ask) && entryOf(ask)?.cause === "tier_change",
    ok(everywhere, "tier_changed"),
  ),
]

/**
 * Reversals with changes after the payment (1.6, 2). What never ends has no days to take out of.
 */
export const laterReversals: readonly Row[] = [
  row(
    "T38, with more after it",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && !isNewest(ask) && entryOf(ask)?.before === undefined,
    (f) =>
      f.isEndless
        ? { either: [ok("none", "left"), refused(409)] }
        : { either: [ok("none", "left"), ok(everywhere)] },
  ),
  row(
    "T39, with more after it",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && !isNewest(ask) && entryOf(ask)?.cause === "renew",
    (f) => (f.isEndless ? refused(409) : ok(everywhere)),
  ),
  row(
    "T40, with more after it",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && !isNewest(ask) && entryOf(ask)?.cause === "tier_change",
    (f, ask) => {
      const made = ok(everywhere, ...(isTierBack(f, ask) ? ["tier_changed"] : []))
      return f.isEndless ? { either: [made, refused(409)] } : made
    },
  ),
]
