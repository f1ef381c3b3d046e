import { afterAll } from "vitest"
import { removeFiles } from "./temporary.ts"

// Of every test file: the hooks that close its stores come before.
afterAll(removeFiles)
