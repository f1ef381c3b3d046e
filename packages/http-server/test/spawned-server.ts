import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { Client, clientCredentials } from "@symbolon/client-sdk"
import type { Bootstrap } from "../src/demo/bootstrap.ts"

const cli = join(import.meta.dirname, "../src/cli.ts")

/**
 * Starts the command on a data directory, with a test clock: what a process of its own keeps, and
 * what it loses when it is killed.
 */
export const serve = async (
  dataDir: string,
): Promise<{ readonly server: ChildProcess; readonly baseUrl: string }> => {
  const args = [
    "--conditions=@symbolon/source",
    cli,
    "serve",
    "--demo",
    "--test-clock",
    "--port",
    "0",
    "--data-dir",
    dataDir,
    "--json",
    "--log-level",
    "silent",
  ]
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  let text = ""
  for await (const chunk of server.stdout) {
    text += String(chunk)
    const baseUrl = /"base_url"\s*:\s*"(http:[^"]+)"/.exec(text)?.[1]
    if (baseUrl !== undefined) {
      server.stdout.resume()
      return { server, baseUrl }
    }
  }
  throw new Error(`The server ended before it listened: ${text}`)
}

/** Speaks for the demo organization. */
export const clientOf = (baseUrl: string, { client }: Bootstrap): Client =>
  new Client({
    baseUrl,
    retry: false,
    auth: clientCredentials({ clientId: client.client_id, clientSecret: client.client_secret }),
  })
