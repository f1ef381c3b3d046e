import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { freePort } from "../../../storage-postgres/test/server.ts"

/** A running S3 server, and what a store needs to know of it. */
export interface S3Server extends AsyncDisposable {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const region = "us-east-1"
const account = { user: "symbolon", key: "files-of-tests" }

/**
 * Starts OpenStack Swift, whose S3 interface checks signatures, lengths and types, on loopback with
 * everything in a new directory. The programs are Debian's packages swift-proxy, swift-account,
 * swift-container, swift-object and memcached. Root is not needed.
 */
export const startSwift = async (): Promise<S3Server> => {
  if (!existsSync("/etc/swift/swift.conf"))
    throw new Error(
      "OpenStack Swift is not installed: apt-get install swift-proxy swift-account swift-container swift-object memcached",
    )
  const directory = await mkdtemp(join(tmpdir(), "symbolon-swift-"))
  const [proxy, memcached] = [await freePort(), await freePort()]
  const backends = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  }
  const children: ChildProcess[] = []
  const start = (command: string, args: readonly string[]): void => {
    children.push(spawn(command, args, { stdio: "ignore" }))
  }
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(ended))
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await mkdir(join(directory, "devices/disk"), { recursive: true })
    for (const [kind, port] of Object.entries(backends)) {
      buildRing(directory, kind, port)
      await writeFile(join(directory, `${kind}.conf`), backendConf(directory, kind, port))
    }
    await writeFile(join(directory, "proxy.conf"), proxyConf(directory, proxy, memcached))
    start("memcached", ["-l", "127.0.0.1", "-p", String(memcached), "-U", "0", ...asUser()])
    for (const kind of Object.keys(backends))
      start(`swift-${kind}-server`, [join(directory, `${kind}.conf`)])
    start("swift-proxy-server", [join(directory, "proxy.conf")])
    const endpoint = `http://127.0.0.1:${proxy}`
    await untilHealthy([proxy, ...Object.values(backends)])
    return {
      endpoint,
      region,
      accessKeyId: `${account.user}:${account.user}`,
      secretAccessKey: account.key,
      [Symbol.asyncDispose]: stop,
    }
  } catch (reason) {
    await stop()
    throw reason
  }
}

/** Memcached refuses to run as root unless it is told whom to run as. */
const asUser = (): readonly string[] => (userInfo().uid === 0 ? ["-u", "root"] : [])

const buildRing = (directory: string, kind: string, port: number): void => {
  const builder = join(directory, `${kind}.builder`)
  const steps = [
    ["create", "4", "1", "1"],
    ["add", `r1z1-127.0.0.1:${port}/disk`, "1"],
    ["rebalance"],
  ]
  for (const step of steps) {
    const { status, stderr, error } = spawnSync("swift-ring-builder", [builder, ...step])
    // 1 is a warning, such as of a ring with one device.
    if (error !== undefined || status === null || status > 1)
      throw new Error(`swift-ring-builder ${step[0]}: ${error?.message ?? stderr.toString()}`)
  }
}

const common = (directory: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${directory}
devices = ${join(directory, "devices")}
mount_check = false
disable_fallocate = true
`

const backendConf = (directory: string, kind: string, port: number): string => `${common(
  directory,
  port,
)}
[pipeline:main]
pipeline = healthcheck ${kind}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${kind}-server]
use = egg:swift#${kind}
`

const proxyConf = (directory: string, port: number, memcached: number): string => `${common(
  directory,
  port,
)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${account.user}_${account.user} = ${account.key} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
rate_limit_after_segment = 10000
[filter:dlo]
use = egg:swift#dlo
`

const untilHealthy = async (ports: readonly number[]): Promise<void> => {
  for (const port of ports)
    for (let tries = 0; !(await isHealthy(port)); tries += 1) {
      if (tries === 300) throw new Error(`Swift's server on port ${port} does not answer.`)
      await pause(100)
    }
}

const isHealthy = async (port: number): Promise<boolean> => {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/healthcheck`)
    return (await reply.text()) === "OK"
  } catch {
    return false
  }
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  await exit
}
