import type { TestProject } from "vitest/node"
import { startPostgres } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server where databases may be created. */
    postgresUrl: string
  }
}

/** One server for all test files of a run. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres()
  project.provide("postgresUrl", url)
  return stop
}
