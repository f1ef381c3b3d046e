import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Where the workers of a run keep their files. */
    sqliteDirectory: string
  }
}

/** One directory for all test files of a run. */
export const setup = (project: TestProject): (() => void) => {
  const directory = mkdtempSync(join(tmpdir(), "symbolon-sqlite-"))
  project.provide("sqliteDirectory", directory)
  return () => rmSync(directory, { recursive: true, force: true })
}
