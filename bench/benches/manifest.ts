import { equal } from "node:assert/strict"
import { sign } from "node:crypto"
import { manifestText, newSigningKey, sizes, sourceOf, stamp } from "../fixtures/manifest.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { oneByOne } from "../harness/one-by-one.ts"
import { computing } from "../harness/sides.ts"

/** Writing and signing a manifest. The floor writes an object whose members happen to stand in order, which no server has. */
export const manifestBuild: Suite = {
  name: "manifest-build",
  open: async () => ({ benches: oneByOne(sizes, build), close: async () => {} }),
}

const build = (holders: number): Bench => {
  const source = sourceOf(holders)
  const { privateKey } = newSigningKey()
  const ready: unknown = JSON.parse(manifestText(source, stamp))
  const signed = (text: string): string => sign(null, Buffer.from(text), privateKey).toString("base64url")
  const ours = (): string => signed(manifestText(source, stamp))
  const floor = (): string => signed(JSON.stringify(ready))
  return {
    name: `manifest build + sign, ${holders} holders`,
    a: computing("manifestText + sign", ours),
    b: computing("JSON.stringify + sign", floor),
    unit: "/s",
    agree: () => equal(ours(), floor()),
  }
}
