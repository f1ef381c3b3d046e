/**
 * A Symbolon for the examples beside this file: an in-memory SQLite, a vault key in a temporary
 * directory.
 */
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, localKeyVault } from "@symbolon/core"
import { argon2Passwords, smtpMailer } from "@symbolon/http-server"
import { openSqlite } from "@symbolon/storage-sqlite"

const smtpUrl = process.env["SMTP_URL"]

export const openSymbolon = async (baseUrl: string) =>
  createSymbolon({
    storage: openSqlite({ file: ":memory:" }),
    vault: await localKeyVault(join(await mkdtemp(join(tmpdir(), "symbolon-")), "vault.key")),
    baseUrl,
    passwords: argon2Passwords, // without them people can only sign in through you: see docs/sign-in.md
    ...(smtpUrl === undefined
      ? {}
      : { mailer: smtpMailer({ url: smtpUrl, from: "Harbour Club <club@example.org>" }) }),
    migrate: true,
  })

/** Asks what a visitor would ask, and says what came back. */
export const visit = async (baseUrl: string): Promise<void> => {
  const health = await fetch(`${baseUrl}/health/live`)
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    readonly info: { readonly version: string }
    readonly servers: readonly { readonly url: string }[]
  }
  const refused = await fetch(`${baseUrl}/api/v1/organizations`)
  const envelope = (await refused.json()) as { readonly code: string }
  console.log(
    `live ${health.status}, API ${document.info.version} at ${document.servers[0]?.url}, without a token ${refused.status} ${envelope.code}`,
  )
  if (!health.ok || refused.status !== 401 || document.servers[0]?.url !== baseUrl)
    throw new Error("The mounted service answered otherwise than expected.")
}
