import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** Runs HAProxy with a configuration of `deploy/`, which takes addresses from its environment. */
export const startHaproxy = (
  file: "haproxy.cfg" | "haproxy-postgres.cfg",
  env: Readonly<Record<string, string>>,
): { readonly stop: () => Promise<void> } => {
  const config = join(import.meta.dirname, "../../deploy", file)
  const haproxy = spawn("haproxy", ["-db", "-f", config], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  })
  return {
    stop: async () => {
      if (haproxy.exitCode !== null || haproxy.signalCode !== null) return
      const exit = once(haproxy, "exit")
      haproxy.kill("SIGTERM")
      await exit
    },
  }
}
