import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ngVariant from "@jitl/quickjs-ng-wasmfile-release-sync"
import { build } from "esbuild"
import { newQuickJSWASMModuleFromVariant, RELEASE_SYNC } from "quickjs-emscripten"
import { describe, expect, it } from "vitest"

const { vectors } = JSON.parse(
  readFileSync(new URL("../../../vectors/ed25519/strict.json", import.meta.url), "utf8"),
) as {
  readonly vectors: readonly { readonly name: string; readonly valid: boolean }[]
}

/**
 * The verifier alone, for an engine that has nothing but the language, with what runs the vectors
 * over it.
 */
const bundled = async (): Promise<string> => {
  const result = await build({
    stdin: {
      contents: `
        import { verifyEd25519 } from "./ed25519.ts"
        const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
        globalThis.verdicts = (vectors) => JSON.stringify(
          vectors.map(({ signature, message, public_key }) => verifyEd25519(bytes(signature), bytes(message), bytes(public_key))))`,
      resolveDir: fileURLToPath(new URL("../../core/src/door", import.meta.url)),
      loader: "js",
    },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2020",
  })
  return result.outputFiles[0]?.text ?? ""
}

describe("the strict Ed25519 vectors", () => {
  it.each([
    ["QuickJS", RELEASE_SYNC],
    // Its types are those of a CommonJS module, which it is not.
    ["quickjs-ng", ngVariant as unknown as typeof RELEASE_SYNC],
  ])("have the same verdicts in %s", async (_, variant) => {
    const engine = await newQuickJSWASMModuleFromVariant(variant)
    const context = engine.newContext()
    context.unwrapResult(context.evalCode(await bundled(), "verify.js")).dispose()
    context
      .newString(JSON.stringify(vectors))
      .consume((text) => context.setProp(context.global, "vectors", text))
    const said = context
      .unwrapResult(context.evalCode("verdicts(JSON.parse(vectors))"))
      .consume((text) => context.getString(text))
    const verdicts = JSON.parse(said) as readonly boolean[]
    expect(vectors.length).toBeGreaterThan(50)
    expect(vectors.filter(({ valid }, n) => verdicts[n] !== valid).map(({ name }) => name)).toEqual(
      [],
    )
    context.dispose()
  })
})
