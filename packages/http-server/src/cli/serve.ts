import { join, relative } from "node:path"
import type { Bootstrap } from "../demo/bootstrap.ts"
import { openLog } from "../log.ts"
import { type Command, print } from "./command.ts"
import { mailerOf, mailWarning } from "./mailer.ts"
import { configOf } from "./open.ts"
import { runServer } from "./run-server.ts"

/** `symbolon serve` */
export const serve: Command = {
  name: "serve",
  summary: "Runs the service until it is told to stop.",
  examples: [
    "symbolon serve --demo",
    "symbolon serve --port 8080 --data-dir /var/lib/symbolon --base-url https://club.example",
    "symbolon serve --database-url postgres://symbolon@localhost/symbolon --migrate",
    "symbolon serve --demo --test-clock --port 0 --json",
  ],
  flags: { demo: { kind: "switch", help: "makes a demo organization in an empty store and writes bootstrap.json" } },
  settings: [
    "host",
    "port",
    "baseUrl",
    "dataDir",
    "databaseUrl",
    "migrate",
    "testClock",
    "limits",
    "trustedProxies",
    "registration",
    "interactionUrl",
    "refreshReuseGraceSeconds",
    "smtpUrl",
    "mailFrom",
    "logLevel",
    "drainSeconds",
  ],
  run: async (invocation) => {
    const { io, flags } = invocation
    const config = await configOf(invocation)
    const log = openLog(config.logLevel)
    const warning = mailWarning(config, io)
    if (warning !== undefined) io.err(`${warning}\n`)
    const stopAsked = io.stopAsked()
    const { baseUrl, bootstrap, stop } = await runServer(config, {
      isDemo: flags["demo"] === true,
      logger: log,
      mailer: mailerOf(config, io),
    })
    const started = {
      base_url: baseUrl,
      docs: `${baseUrl}/docs`,
      data_dir: config.dataDir,
      test_clock: config.testClock,
      limits: config.limits,
      bootstrap: bootstrap === undefined ? null : join(config.dataDir, "bootstrap.json"),
    }
    print(invocation, started, [
      `Symbolon listens on ${baseUrl}`,
      `Documentation: ${baseUrl}/docs`,
      ...whatToTry(bootstrap, relative(io.cwd, config.dataDir)),
    ])
    await stopAsked
    io.err("Stopping.\n")
    await stop()
    log.flush()
    return 0
  },
}

/** Lines to copy into another terminal; they need nothing but a shell, curl and Node. */
const whatToTry = (bootstrap: Bootstrap | undefined, dataDir: string): readonly string[] => {
  if (bootstrap === undefined) return []
  const { base_url: baseUrl, organization } = bootstrap
  const file = `./${dataDir === "" ? "" : `${dataDir}/`}bootstrap.json`.replace("././", "./").replace(/^\.\/(\.\.|\/)/, "$1")
  return [
    "",
    `The demo organization is ${organization.slug}; names, passwords and secrets are in ${file}. Try:`,
    "",
    `  read -r ID SECRET < <(node -p 'const { client } = require("${file}"); client.client_id + " " + client.client_secret')`,
    `  TOKEN=$(curl -s -u "$ID:$SECRET" -d grant_type=client_credentials ${baseUrl}/oauth2/token | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
    `  curl -s -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/organizations`,
    `  curl -s -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/organizations/${organization.slug}/memberships`,
    "",
    "Or let it tell its story: symbolon demo",
  ]
}
