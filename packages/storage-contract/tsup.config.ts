import { defineConfig } from "tsup"
import { base, entries } from "../../tsup.base.ts"

export default defineConfig({ ...base, entry: entries() })
