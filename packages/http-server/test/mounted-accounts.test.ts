import { afterEach, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { argon2Passwords, smtpMailer } from "../src/index.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"
import { openProvider, type Provider } from "./fixtures/oauth-provider.ts"
import { openSmtpServer, type SmtpServer } from "./fixtures/smtp-server.ts"

let provider: Provider
let smtp: SmtpServer
afterEach(async () => {
  await provider.close()
  await smtp.close()
})

it("a mounted service keeps passwords and sends mail with what the package exports", async () => {
  smtp = await openSmtpServer()
  provider = await openProvider({
    core: {
      passwords: argon2Passwords,
      mailer: smtpMailer({
        url: `smtp://127.0.0.1:${smtp.port}`,
        from: "Harbour Club <club@example.org>",
      }),
    },
  })
  const account = `${provider.baseUrl}/oauth2/account`
  const wrong = await openBrowser().submit(`${account}/sign-in`, {
    username: "ada",
    password: "battery stapler",
  })
  const right = await openBrowser().submit(`${account}/sign-in`, {
    username: "ada",
    password: provider.ada.password,
  })
  expect([wrong.status, right.status]).toEqual([401, 303])
  const hash = await portsOf(provider.symbolon).storage.transact("read", (tx) =>
    tx.users.passwordHash(provider.ada.uuid),
  )
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

  await provider.symbolon.users.create({
    username: "eve",
    firstName: "Eve",
    email: "eve@example.org",
    isEmailVerified: true,
    password: "a boat in the harbour",
  })
  await openBrowser().submit(`${provider.baseUrl}/oauth2/password-reset`, { username: "eve" })
  await portsOf(provider.symbolon).outgoingMail.idle()
  expect(smtp.taken.map(({ to }) => to)).toEqual([["eve@example.org"]])
})
