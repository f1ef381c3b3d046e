import { join, relative } from "node:path"
import { databaseSettings, filesSettings } from "../config/setting-groups.ts"
import type { Bootstrap } from "../demo/bootstrap.ts"
import { openLog } from "../log.ts"
import { type Command, print } from "./command.ts"
import { filesWarning } from "./files-there.ts"
import { firstSteps } from "./first-steps.ts"
import { commandWord } from "./how-called.ts"
import { mailerOf, mailWarning } from "./mailer.ts"
import { configOf } from "./open.ts"
import { runServer } from "./run-server.ts"
import { addressesOf, addressWarning } from "./where-it-listens.ts"

/** `symbolon serve` */
export const serve: Command = {
  name: "serve",
  summary: "Runs the server until you stop it.",
  examples: [
    "symbolon serve --demo",
    "symbolon serve --port 8080 --data-dir /var/lib/symbolon --base-url https://club.example",
    "symbolon serve --database-url postgres://symbolon@localhost/symbolon --migrate",
    "symbolon serve --demo --test-clock --port 0 --json",
  ],
  flags: {
    demo: {
      kind: "switch",
      help: "create a demo organization in an empty database and write bootstrap.json",
    },
  },
  settings: [
    "host",
    "port",
    "baseUrl",
    "dataDir",
    ...databaseSettings,
    "migrate",
    "testClock",
    "limits",
    "trustedProxies",
    "registration",
    "interactionUrl",
    "refreshReuseGraceSeconds",
    "smtpUrl",
    "mailFrom",
    "webhooksAllowedNetworks",
    "webhooksHttpsOnly",
    "webhooksTimeoutMs",
    "keepDeliveriesDays",
    "keepFailedJobsDays",
    ...filesSettings,
    "filesMaxBytes",
    "filesPartBytes",
    "filesBytesPerUser",
    "filesBytesPerOrganization",
    "filesMirroredBytes",
    "filesUploadsPerAddress",
    "metricsPort",
    "metricsHost",
    "logLevel",
    "drainSeconds",
    "drainPauseSeconds",
  ],
  run: async (invocation) => {
    const { io, flags } = invocation
    const config = await configOf(invocation)
    const log = openLog(config.logLevel)
    const warning = mailWarning(config, io)
    if (warning !== undefined) io.err(`${warning}\n`)
    const stopAsked = io.stopAsked()
    const { symbolon, baseUrl, listensOn, metricsUrl, bootstrap, stop } = await runServer(config, {
      isDemo: flags["demo"] === true,
      logger: log,
      mailer: mailerOf(config, io),
      env: io.env,
    })
    // Not waited for: everything but files works without the bucket.
    void filesWarning(config).then((text) => text !== undefined && io.err(`${text}\n`))
    const addresses = addressesOf(config.host, listensOn)
    const started = {
      base_url: baseUrl,
      listens_on: addresses,
      docs: `${baseUrl}/docs`,
      metrics: metricsUrl ?? null,
      data_dir: config.dataDir,
      test_clock: config.testClock,
      limits: config.limits,
      bootstrap: bootstrap === undefined ? null : join(config.dataDir, "bootstrap.json"),
    }
    const notReached = addressWarning(config.host, config.baseUrl, baseUrl)
    if (notReached !== undefined) io.err(`${notReached}\n`)
    const dataDir = relative(io.cwd, config.dataDir)
    const command = commandWord(io.env)
    print(invocation, started, [
      `Symbolon listens on ${addresses.join(", ")}`,
      ...(addresses.includes(baseUrl) ? [] : [`Public address: ${baseUrl}`]),
      `Documentation: ${baseUrl}/docs`,
      ...(metricsUrl === undefined ? [] : [`Metrics: ${metricsUrl}`]),
      ...(bootstrap === undefined
        ? await firstSteps(symbolon, {
            dataDir: dataDir === "" ? "." : dataDir,
            databaseUrl: config.databaseUrl,
            command,
          })
        : whatToTry(bootstrap, dataDir, command)),
    ])
    await stopAsked
    log.info({}, "stopping")
    await stop()
    log.flush()
    return 0
  },
}

/** Lines to copy into another terminal; they need nothing but a shell, curl and Node. */
const whatToTry = (
  { base_url: baseUrl, organization }: Bootstrap,
  dataDir: string,
  command: string,
): readonly string[] => {
  const file = `./${dataDir === "" ? "" : `${dataDir}/`}bootstrap.json`
    .replace("././", "./")
    .replace(/^\.\/(\.\.|\/)/, "$1")
  return [
    "",
    `The demo organization is ${organization.slug}. Usernames, passwords and secrets are in ${file}. Try:`,
    "",
    `  read -r ID SECRET < <(node -p 'const { client } = require("${file}"); client.client_id + " " + client.client_secret')`,
    `  TOKEN=$(curl -s -u "$ID:$SECRET" -d grant_type=client_credentials ${baseUrl}/oauth2/token | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
    `  curl -s -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/organizations`,
    `  curl -s -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/organizations/${organization.slug}/memberships`,
    "",
    `Or run the demo in the terminal: ${command} demo`,
  ]
}
