/** Sends webhooks to each of the receivers, right and wrong ones, and checks their answers. */
import { spawn } from "node:child_process"
import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

const secret = "whsec_example"
process.env["WEBHOOK_SECRET"] = secret
const { receive } = await import("./fetch.ts")

/** Signs as docs/webhooks.md says. */
const signed = (event: string, deliveryId: string, data: object) => {
  const now = new Date()
  const body = JSON.stringify({
    event,
    timestamp: now.toISOString(),
    organization_uuid: "club",
    user_uuid: null,
    data,
  })
  const key = createHash("sha256").update(secret).digest("hex")
  const headers = {
    "content-type": "application/json",
    "x-webhook-event": event,
    "x-webhook-signature": `sha256=${createHmac("sha256", key).update(body).digest("hex")}`,
    "x-webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "x-webhook-delivery": deliveryId,
  }
  return { method: "POST", body, headers }
}

const joined = { user_uuid: "ada", organization_uuid: "club", tier_slug: "crew" }
const forged = () => {
  const { headers, ...request } = signed("membership.joined", "forged", joined)
  return { ...request, headers: { ...headers, "x-webhook-signature": `sha256=${"0".repeat(64)}` } }
}

/** What a receiver answers, in order: a webhook, a retry of it, a forged one, another one. */
const answers = async (send: (request: RequestInit) => Promise<Response>): Promise<string> => {
  const statuses: number[] = []
  for (const request of [
    signed("membership.joined", "one", joined),
    signed("membership.joined", "one", joined),
    forged(),
    signed("webhook.test", "two", { test: true }),
  ])
    statuses.push((await send(request)).status)
  return statuses.join(" ")
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

/** Runs a receiver as a program; what it answers, and how many webhooks it took. */
const run = async (file: string): Promise<string> => {
  const port = await freePort()
  const receiver = spawn(process.execPath, [file], {
    cwd: import.meta.dirname,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let printed = ""
  receiver.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  try {
    for (let tries = 0; !(await isUp()); tries += 1) {
      if (tries === 300 || receiver.exitCode !== null) throw new Error(`${file} did not come up.`)
      await new Promise((wait) => setTimeout(wait, 100))
    }
    const statuses = await answers((request) => fetch(`${url}/hooks`, request))
    return `${statuses}, took ${printed.match(/^(membership|webhook)\./gm)?.length}`
  } finally {
    receiver.kill()
    if (receiver.exitCode === null) await once(receiver, "exit")
  }
}

const expected = "204 204 400 204"
for (const [name, answered] of [
  ["express.ts", (await run("express.ts")).replace(", took 2", "")],
  ["node-http.ts", (await run("node-http.ts")).replace(", took 2", "")],
  [
    "fetch.ts",
    await answers((request) => receive(new Request("http://club.example/hooks", request))),
  ],
]) {
  console.log(`${name}: ${answered}`)
  if (answered !== expected) throw new Error(`${name} answered ${answered}, not ${expected}.`)
}
