import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type ConfigRefused, type ConfigSources, loadConfig } from "./config.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-config-"))
})
afterEach(() => rm(cwd, { recursive: true }))

const load = async (sources: Partial<ConfigSources> = {}) =>
  loadConfig({ flags: {}, env: {}, cwd, ...sources })
const problems = async (sources: Partial<ConfigSources>) =>
  load(sources).then(
    () => [],
    (reason: ConfigRefused) => reason.problems,
  )
const write = (name: string, text: string) => writeFile(join(cwd, name), text)

describe("loadConfig", () => {
  it("has a default for everything", async () => {
    expect(await load()).toEqual({
      config: {
        host: "127.0.0.1",
        port: 8080,
        baseUrl: undefined,
        dataDir: ".symbolon",
        databaseUrl: undefined,
        databaseConnections: 10,
        databasePreparedStatements: true,
        migrate: false,
        testClock: false,
        limits: "on",
        trustedProxies: [],
        logLevel: "info",
        metricsHost: "127.0.0.1",
        metricsPort: undefined,
        registration: "open",
        interactionUrl: undefined,
        refreshReuseGraceSeconds: 0,
        smtpUrl: undefined,
        mailFrom: undefined,
        webhooksAllowedNetworks: [],
        webhooksHttpsOnly: false,
        webhooksTimeoutMs: 30_000,
        keepDeliveriesDays: 30,
        keepFailedJobsDays: 90,
        filesDir: undefined,
        filesS3: undefined,
        filesMaxBytes: 104_857_600,
        filesPartBytes: 8_388_608,
        filesBytesPerUser: 1_073_741_824,
        filesBytesPerOrganization: 10_737_418_240,
        filesMirroredBytes: 1_073_741_824,
        filesUploadsPerAddress: 64,
        drainSeconds: 10,
        drainPauseSeconds: 0,
      },
      warnings: [],
    })
  })
  it("takes flags before environment before file before defaults", async () => {
    await write(
      "symbolon.config.json",
      JSON.stringify({ port: 1, host: "file", dataDir: "file", logLevel: "warn" }),
    )
    const { config } = await load({
      flags: { port: "3" },
      env: { SYMBOLON_PORT: "2", PORT: "9", HOST: "env", SYMBOLON_MIGRATE: "1" },
    })
    expect(config).toMatchObject({
      port: 3,
      host: "env",
      dataDir: "file",
      logLevel: "warn",
      migrate: true,
    })
    expect((await load({ env: { PORT: "9", SYMBOLON_PORT: "2" } })).config.port).toBe(2)
  })
  it("reads modules, and the file it is told to", async () => {
    await write("symbolon.config.mjs", "export default { port: 4, trustedProxies: ['10.0.0.0/8'] }")
    await write("other.ts", "const port: number = 5\nexport default { port }")
    expect((await load()).config).toMatchObject({ port: 4, trustedProxies: ["10.0.0.0/8"] })
    expect((await load({ file: "other.ts" })).config.port).toBe(5)
    expect((await load({ env: { SYMBOLON_CONFIG: "other.ts" } })).config.port).toBe(5)
  })
  it("names all mistakes at once, as they were written", async () => {
    await write("symbolon.config.json", JSON.stringify({ logLevel: "loud", prot: 1 }))
    const messages = await problems({
      flags: { port: "eighty" },
      env: {
        SYMBOLON_BASE_URL: "ftp://x",
        SYMBOLON_TEST_CLOCK: "maybe",
        SYMBOLON_DATABASE_URL: "mysql://user:secret@x",
      },
    })
    const file = join(cwd, "symbolon.config.json")
    expect(messages).toEqual([
      '--port "eighty" must be a whole number',
      'SYMBOLON_BASE_URL "ftp://x" must be a URL that begins with http:// or https://, such as https://club.example or https://club.example/members',
      "SYMBOLON_DATABASE_URL must be a URL that begins with postgres://",
      'SYMBOLON_TEST_CLOCK "maybe" must be true or false',
      `${file}: logLevel "loud" must be one of trace, debug, info, warn, error, silent`,
      `${file}: prot is not a setting. Did you mean port?`,
    ])
  })
  it.each([
    [{ port: "70000" }, "--port 70000 must be 0 to 65535"],
    [{ port: "1.5" }, "--port 1.5 must be a whole number"],
    [
      { trustedProxies: "10.0.0.0/8, nonsense" },
      '--trusted-proxies ["10.0.0.0/8","nonsense"] must contain addresses and networks such as 10.0.0.0/8',
    ],
    [{ limits: "maybe" }, '--limits "maybe" must be on or off'],
    [
      { webhooksAllowedNetworks: "10.0.0.0/33" },
      '--webhooks-allowed-networks ["10.0.0.0/33"] must contain addresses and networks such as 10.0.0.0/8',
    ],
    [{ metricsPort: "on" }, '--metrics-port "on" must be a whole number'],
    [{ metricsPort: "65536" }, "--metrics-port 65536 must be 0 to 65535"],
    [{ keepDeliveriesDays: "0" }, "--keep-deliveries-days 0 must be 1 to 36500"],
    [{ keepFailedJobsDays: "1.5" }, "--keep-failed-jobs-days 1.5 must be a whole number"],
    [{ webhooksTimeoutMs: "0" }, "--webhooks-timeout-ms 0 must be 1 to 300000"],
    [
      { filesBytesPerOrganization: "none" },
      '--files-bytes-per-organization "none" must be a whole number of bytes, at least 1, or off',
    ],
    [
      { filesBytesPerUser: "0" },
      "--files-bytes-per-user 0 must be a whole number of bytes, at least 1, or off",
    ],
    [{ filesMaxBytes: "0" }, "--files-max-bytes 0 must be 1 to 5368709120"],
    [{ filesPartBytes: "5242879" }, "--files-part-bytes 5242879 must be 5242880 to 1073741824"],
  ])("refuses %j", async (flags, problem) => {
    expect(await problems({ flags })).toEqual([problem])
  })
  const bucket = {
    SYMBOLON_FILES_S3_ENDPOINT: "http://127.0.0.1:9000",
    SYMBOLON_FILES_S3_REGION: "eu-1",
    SYMBOLON_FILES_S3_BUCKET: "club",
    SYMBOLON_FILES_S3_ACCESS_KEY_ID: "key",
    SYMBOLON_FILES_S3_SECRET_ACCESS_KEY: "secret",
  }
  it("takes a bucket for files whole", async () => {
    const env = { ...bucket, SYMBOLON_FILES_S3_PATH_STYLE: "true" }
    expect((await load({ env })).config.filesS3).toEqual({
      endpoint: "http://127.0.0.1:9000",
      region: "eu-1",
      bucket: "club",
      accessKeyId: "key",
      secretAccessKey: "secret",
      pathStyle: true,
    })
  })
  it("refuses a part of a bucket, and a directory beside it", async () => {
    expect(await problems({ env: { SYMBOLON_FILES_S3_PATH_STYLE: "true" } })).toEqual([
      `SYMBOLON_FILES_S3_PATH_STYLE has no use without a bucket. Set ${Object.keys(bucket).join(", ")}.`,
    ])
    const { SYMBOLON_FILES_S3_REGION: _region, ...rest } = bucket
    expect(await problems({ env: rest })).toEqual([
      "SYMBOLON_FILES_S3_ENDPOINT needs more. Set SYMBOLON_FILES_S3_REGION.",
    ])
    expect(await problems({ env: bucket, flags: { filesDir: "images" } })).toEqual([
      "--files-dir has no use beside SYMBOLON_FILES_S3_ENDPOINT.",
    ])
  })
  it("names a file that is broken, or no object", async () => {
    await write("symbolon.config.json", "{")
    expect((await problems({}))[0]).toMatch(/symbolon\.config\.json cannot be read/)
    await write("symbolon.config.json", "[]")
    expect((await problems({}))[0]).toMatch(/does not contain an object/)
    expect((await problems({ file: "nowhere.json" }))[0]).toMatch(/nowhere\.json cannot be read/)
  })
  it("refuses test switches in production", async () => {
    expect(
      await problems({ env: { NODE_ENV: "production", SYMBOLON_TEST_CLOCK: "true" } }),
    ).toEqual(["SYMBOLON_TEST_CLOCK is not allowed with NODE_ENV=production."])
    expect(await problems({ flags: { limits: "off" }, env: { NODE_ENV: "production" } })).toEqual([
      "--limits off is not allowed with NODE_ENV=production.",
    ])
  })
  it("takes a mail server with a sender, and never shows it", async () => {
    const url = "smtps://club:secret@mail.example:465"
    const { config } = await load({
      env: { SYMBOLON_SMTP_URL: url, SYMBOLON_MAIL_FROM: "Harbour Club <club@example.org>" },
    })
    expect([config.smtpUrl, config.mailFrom]).toEqual([url, "Harbour Club <club@example.org>"])
    expect(await problems({ env: { SYMBOLON_SMTP_URL: url } })).toEqual([
      "SYMBOLON_SMTP_URL needs a sender. Set SYMBOLON_MAIL_FROM.",
    ])
    expect(await problems({ flags: { smtpUrl: "https://club:secret@mail.example" } })).toEqual([
      "--smtp-url must be a URL that begins with smtp:// or smtps://",
    ])
    for (const mailFrom of ["nobody", "Club <club>", "a@b\r\nBcc: all@example.org"])
      expect(await problems({ flags: { smtpUrl: url, mailFrom } })).toEqual([
        `--mail-from ${JSON.stringify(mailFrom)} must be an address, or Name <address>`,
      ])
  })
  it("refuses a pause that is longer than the time in which the server stops", async () => {
    expect(await problems({ flags: { drainPauseSeconds: "11" } })).toEqual([
      "--drain-pause-seconds 11 must not be more than the drain seconds, 10.",
    ])
    expect(await problems({ flags: { drainSeconds: "11", drainPauseSeconds: "11" } })).toEqual([])
  })
  it("takes what webhooks may reach", async () => {
    const { config } = await load({
      env: {
        SYMBOLON_WEBHOOKS_ALLOWED_NETWORKS: "10.1.0.0/16, fd00::/8",
        SYMBOLON_WEBHOOKS_HTTPS_ONLY: "1",
        SYMBOLON_WEBHOOKS_TIMEOUT_MS: "5000",
      },
    })
    expect(config).toMatchObject({
      webhooksAllowedNetworks: ["10.1.0.0/16", "fd00::/8"],
      webhooksHttpsOnly: true,
      webhooksTimeoutMs: 5_000,
    })
  })
  it("reads how the database is used", async () => {
    const { config } = await load({
      flags: { databasePreparedStatements: "false" },
      env: { SYMBOLON_DATABASE_CONNECTIONS: "25", SYMBOLON_DATABASE_PREPARED_STATEMENTS: "true" },
    })
    expect(config).toMatchObject({ databaseConnections: 25, databasePreparedStatements: false })
    expect(
      await problems({
        flags: { databasePreparedStatements: "perhaps" },
        env: { SYMBOLON_DATABASE_CONNECTIONS: "0" },
      }),
    ).toEqual([
      "SYMBOLON_DATABASE_CONNECTIONS 0 must be 1 to 1000",
      '--database-prepared-statements "perhaps" must be true or false',
    ])
  })
  it("switches limits off with a test clock, unless told otherwise", async () => {
    expect((await load({ flags: { testClock: true } })).config.limits).toBe("off")
    expect((await load({ flags: { testClock: true, limits: "on" } })).config.limits).toBe("on")
  })
  it("warns of variables that look like ours", async () => {
    expect((await load({ env: { SYMBOLON_PROT: "1", OTHER: "x" } })).warnings).toEqual([
      "SYMBOLON_PROT is not a setting of symbolon. Did you mean SYMBOLON_PORT?",
    ])
  })
  it.each([
    ["htps://club.exmaple", "must be a URL that begins with http:// or https://"],
    ["club.example", "must be a URL that begins with http:// or https://"],
    ["https://club.example?a=b", "must have no query and no fragment"],
    [
      "https://club.example/api/v1/",
      "must not end with /api/v1, which is added to it: https://club.example",
    ],
  ])("refuses the base URL %s by the rule of the core", async (baseUrl, problem) => {
    expect(await problems({ flags: { baseUrl } })).toEqual([
      expect.stringContaining(`--base-url ${JSON.stringify(baseUrl)} ${problem}`),
    ])
  })
  it("strips the end of a base URL", async () => {
    expect(
      (await load({ flags: { baseUrl: "https://club.example/members//" } })).config.baseUrl,
    ).toBe("https://club.example/members")
  })
})
