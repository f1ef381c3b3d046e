import { equal } from "node:assert/strict"
import { createHash, type KeyObject, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import ngVariant from "@jitl/quickjs-ng-wasmfile-release-sync"
import { Door } from "@symbolon/door-offline"
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  RELEASE_SYNC,
} from "quickjs-emscripten"
import { doorManifest, generatedAt, newSigningKey } from "../fixtures/door.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { computing } from "../harness/sides.ts"

const firmware = readFileSync(
  new URL("../../packages/door-offline/dist/door.iife.js", import.meta.url),
  "utf8",
)

/** Which of its arithmetic the host does for the firmware. */
type Hook = "no hook" | "sha512" | "verify"

/**
 * The firmware in interpreters, against `Door` in V8 with the host's Ed25519. That an interpreter
 * is slower is known; by how much, and how much memory it takes beside the manifest's own size, is
 * what a maker of doors has to know.
 */
export const doorFirmware: Suite = {
  name: "door-firmware",
  open: async () => {
    const engines = [
      { name: "QuickJS", variant: RELEASE_SYNC },
      { name: "quickjs-ng", variant: ngVariant },
    ]
    const benches: Bench[] = []
    for (const { name, variant } of engines) {
      const engine = await newQuickJSWASMModuleFromVariant(variant as typeof RELEASE_SYNC)
      for (const holders of [1000, 10_000]) {
        for (const hook of ["no hook", "sha512", "verify"] as const)
          benches.push(...loads(name, engine.newContext(), holders, hook))
      }
    }
    return { benches, close: async () => {} }
  },
}

const loads = (
  engine: string,
  context: QuickJSContext,
  holders: number,
  hook: Hook,
): readonly Bench[] => {
  const key = newSigningKey()
  const { text } = doorManifest(holders, key)
  const host = {
    verify: (given: Uint8Array, message: Uint8Array) => verify(null, message, key.publicKey, given),
  }
  const floor = () =>
    new Door({ trustKeys: key.trustKeys, now: () => generatedAt.getTime(), ...host }).load(text)
      .manifest_version
  const run = (code: string): unknown =>
    context.unwrapResult(context.evalCode(code)).consume((value) => context.dump(value))
  let before = 0
  const start = () => {
    if (before > 0) return
    run(firmware)
    context.newString(text).consume((value) => context.setProp(context.global, "text", value))
    hookUp(context, hook, key.publicKey)
    before = heap(context)
    run(
      `const options = { trustKeys: ${JSON.stringify(key.trustKeys)}, now: () => ${generatedAt.getTime()}, ...hooks }; let door`,
    )
  }
  const ours = () => {
    start()
    return run("door = new SymbolonDoor.Door(options); door.load(text).manifest_version")
  }
  const name = `firmware, ${engine}, ${hook}, ${holders} holders`
  return [
    {
      name: `${name}, load`,
      a: computing("door.iife.js", ours),
      b: computing("Door in V8, native verify", floor),
      unit: "/s",
      aim: holders > 1000 ? 1 / 110 : 1 / 20,
      agree: () => equal(ours(), floor()),
    },
    {
      name: `${name}, heap`,
      a: {
        name: "door.iife.js",
        measure: async () => ({ value: (ours(), heap(context) - before) / 1_048_576 }),
      },
      b: { name: "the manifest", measure: async () => ({ value: text.length / 1_048_576 }) },
      unit: "MB",
      aim: 8,
      agree: () => equal(ours(), floor()),
    },
  ]
}

const heap = (context: QuickJSContext): number =>
  context.runtime
    .computeMemoryUsage()
    .consume(
      (usage) => (context.dump(usage) as { readonly memory_used_size: number }).memory_used_size,
    )

/** Native functions of the host, as firmware on a real device would have them in C. */
const hookUp = (context: QuickJSContext, hook: Hook, publicKey: KeyObject): void => {
  const bytesOf = (handle: QuickJSHandle): Uint8Array =>
    context.getArrayBuffer(handle).consume(({ value }) => Uint8Array.from(value))
  const native = {
    sha512: (message: QuickJSHandle) =>
      context.newArrayBuffer(
        Uint8Array.from(createHash("sha512").update(bytesOf(message)).digest()).buffer,
      ),
    verify: (signature: QuickJSHandle, message: QuickJSHandle) =>
      verify(null, bytesOf(message), publicKey, bytesOf(signature)) ? context.true : context.false,
  }
  for (const [name, work] of Object.entries(native)) {
    context
      .newFunction(name, work)
      .consume((handle) => context.setProp(context.global, name, handle))
  }
  const bufferOf =
    "const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)"
  const hooks = {
    "no hook": "{}",
    sha512: "{ sha512: (message) => new Uint8Array(sha512(buffer(message))) }",
    verify: "{ verify: (signature, message) => verify(buffer(signature), buffer(message)) }",
  }[hook]
  context.unwrapResult(context.evalCode(`${bufferOf}; const hooks = ${hooks}`)).dispose()
}
