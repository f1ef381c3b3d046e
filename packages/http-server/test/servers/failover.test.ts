import { setTimeout as pause } from "node:timers/promises"
import { Client, clientCredentials, isApiError } from "@symbolon/client-sdk"
import { describe, expect, it } from "vitest"
import { freePort } from "../../../storage-postgres/test/server.ts"
import {
  promote,
  type PostgresPair,
  startPair,
  untilAnswers,
} from "../../../storage-postgres/test/servers/pair.ts"
import { startCluster } from "./cluster.ts"
import { startHaproxy } from "./haproxy.ts"
import { type Load, startLoad } from "./load.ts"
import { nothingWrong, verdictOf } from "./verdict.ts"

const away = 503

/** HAProxy in front of a pair, with the configuration of `deploy/`. */
const startDatabaseBalancer = async ({ primary, standby }: PostgresPair) => {
  const listen = `127.0.0.1:${await freePort()}`
  const haproxy = startHaproxy("haproxy-postgres.cfg", {
    POSTGRES_LISTEN: listen,
    POSTGRES_SERVER_1: new URL(primary.url).host,
    POSTGRES_SERVER_2: new URL(standby.url).host,
  })
  const { href: url } = Object.assign(new URL(primary.url), { host: listen })
  await untilAnswers(url)
  return { url, [Symbol.asyncDispose]: haproxy.stop }
}

const answeredBeyond = (load: Load, count: number) =>
  expect.poll(() => load.answered.length, { timeout: 60_000 }).toBeGreaterThan(count)

describe("a primary that dies under load", () => {
  it("takes nothing that was answered with it", { timeout: 180_000 }, async () => {
    await using pair = await startPair()
    await using balancer = await startDatabaseBalancer(pair)
    await using cluster = await startCluster({ databaseUrl: balancer.url })
    const { bootstrap, servers } = cluster
    const { client_id: clientId, client_secret: clientSecret } = bootstrap.client
    const auth = clientCredentials({ clientId, clientSecret })
    const beside = new Client({ baseUrl: servers[0].url, retry: false, timeoutMs: 15_000, auth })
    const read = () => beside.organizations.get(bootstrap.organization.slug)
    await read()

    await using load = await startLoad(cluster, { clients: 4, insists: true })
    await answeredBeyond(load, 10)
    // From here on the primary must not answer a commit, because the standby cannot confirm it.
    await pair.standby.kill()
    await pause(1_000)
    await pair.primary.kill()
    const refusals = await Promise.all(
      [0, 300, 900].map(async (waitMs) => {
        await pause(waitMs)
        return read().catch((reason: unknown) => reason)
      }),
    )
    for (const refusal of refusals) {
      expect(isApiError(refusal, "unavailable")).toBe(true)
      expect(refusal).toMatchObject({ status: away, retryAfterSeconds: 5 })
    }
    expect(await servers[0].readiness()).toBe(away)
    await pair.standby.start()
    await promote(pair.standby)

    for (const server of servers)
      await expect.poll(server.readiness, { timeout: 20_000, interval: 100 }).toBe(200)
    await answeredBeyond(load, load.answered.length + 10)
    await load.stop()
    const verdict = await verdictOf(load, pair.standby.url)
    expect(verdict).toMatchObject(nothingWrong)
    expect(Object.keys(verdict.repeated).filter((cause) => !cause.startsWith("503"))).toEqual([])
    expect(Object.keys(verdict.repeated)).not.toEqual([])
  })
})
