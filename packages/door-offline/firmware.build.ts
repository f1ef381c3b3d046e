import { readFileSync } from "node:fs"
import type { BuildOptions } from "esbuild"
import { lowerCanonicalize } from "../../tsup.base.ts"

/** The version of the package. */
export const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("package.json", import.meta.url), "utf8"),
)

/**
 * Members that only the door's own code reads and writes. Spelt short in the firmware, they are
 * worth 0.2 kB. None may be a member of anything that comes from outside or is kept or handed out:
 * manifests, options, records, verdicts.
 */
const INTERNAL = [
  "by_card",
  "by_wallet",
  "card_frozen",
  "clock_tolerance_ms",
  "commit",
  "configuration",
  "disputed_reason",
  "envelope",
  "failed_gates",
  "first_admitted_at",
  "frozen_cards",
  "head",
  "holder",
  "host",
  "inside",
  "inside_ticket",
  "isInside",
  "journal",
  "listed",
  "listed_ticket",
  "local",
  "manifest",
  "max_length",
  "memory",
  "on_roster",
  "open",
  "people",
  "saved_high_water",
  "state",
  "takes_walk_ins",
  "trust",
  "walk_ins",
]

/** How the firmware is bundled, by the build and by the tests alike. */
export const firmwareOptions = {
  target: "es2020",
  platform: "neutral",
  minify: true,
  treeShaking: true,
  define: { VERSION: JSON.stringify(version) },
  mangleProps: new RegExp(`^(?:${INTERNAL.join("|")})$`),
  plugins: [lowerCanonicalize],
} as const satisfies BuildOptions
