import { cpus, loadavg, release, totalmem, type } from "node:os"

/** What the figures were taken on, without naming whose it is. */
export const machine = (): string => {
  const cores = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GiB`
  return `${cores[0]?.model.trim() ?? "unknown CPU"}, ${cores.length} cores, ${memory}; Node ${process.versions.node}; ${type()} ${release()}`
}

/** How busy the machine is: 1, 5 and 15 minutes. */
export const load = (): string =>
  loadavg()
    .map((average) => average.toFixed(2))
    .join(" ")
