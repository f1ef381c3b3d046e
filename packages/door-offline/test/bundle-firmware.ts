import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { firmwareOptions } from "../firmware.build.ts"

/**
 * The firmware as the build makes it, bundled here so that no build stands between a change and its
 * test.
 */
export const bundleFirmware = async (): Promise<string> => {
  const result = await build({
    ...firmwareOptions,
    entryPoints: [fileURLToPath(new URL("../src/firmware.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["@symbolon/source"],
  })
  return result.outputFiles[0]?.text ?? ""
}
