import { defineConfig } from "tsup"
import { base, entries, fromSource } from "../../tsup.base.ts"

export default defineConfig({
  ...base,
  ...fromSource,
  entry: entries(),
  noExternal: ["@symbolon/storage-sql"],
})
