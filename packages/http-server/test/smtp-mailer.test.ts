import { afterEach, describe, expect, it } from "vitest"
import { mailerOf, mailWarning } from "../src/cli/mailer.ts"
import { smtpMailer } from "../src/smtp-mailer.ts"
import { openSmtpServer, type SmtpServer } from "./fixtures/smtp-server.ts"

const open: SmtpServer[] = []
const server = async (how: Parameters<typeof openSmtpServer>[0] = {}) => {
  const one = await openSmtpServer(how)
  open.push(one)
  return one
}
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))

const link = `https://club.example/oauth2/verify-email?token=sy_ev_${"x".repeat(43)}`
const mail = {
  to: "ada@example.org",
  subject: "Grüße — verify your address",
  text: `Open this link:\n\n${link}\n\n.a line that begins with a dot\n`,
  purpose: "email_verification",
  link,
} as const

/** Headers by name in lower case, and the body as text. */
const read = (data: string) => {
  const [head = "", ...body] = data.split("\r\n\r\n")
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 2),
      ]),
  )
  const raw = body.join("\r\n\r\n")
  const text =
    headers["content-transfer-encoding"] === "quoted-printable"
      ? raw
          .replaceAll("=\r\n", "")
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          )
      : raw
  return { headers, text: text.replaceAll("\r\n", "\n") }
}

describe("mail over SMTP", () => {
  it("arrives as it was sent, its link in one piece", async () => {
    const { port, taken } = await server()
    await smtpMailer({
      url: `smtp://127.0.0.1:${port}`,
      from: "Harbour Club <club@example.org>",
    }).send(mail)
    expect(taken).toHaveLength(1)
    const [{ from, to, auth, data } = { from: "", to: [], auth: "", data: "" }] = taken
    expect({ from, to, auth }).toEqual({
      from: "club@example.org",
      to: ["ada@example.org"],
      auth: undefined,
    })
    const { headers, text } = read(data)
    expect(headers).toMatchObject({
      from: "Harbour Club <club@example.org>",
      to: "ada@example.org",
      "auto-submitted": "auto-generated",
    })
    expect(headers["subject"]).toMatch(/^=\?UTF-8\?/)
    expect(headers["content-type"]).toContain("text/plain")
    expect(text.trimEnd()).toBe(mail.text.trimEnd())
  })

  it("is authenticated as the URL says", async () => {
    const { port, taken } = await server()
    await smtpMailer({
      url: `smtp://club:p%40ss%2Fword@127.0.0.1:${port}`,
      from: "club@example.org",
    }).send(mail)
    expect(Buffer.from(taken[0]?.auth ?? "", "base64").toString()).toBe("\u0000club\u0000p@ss/word")
  })

  it("goes to one address whatever it looks like, and reads neither files nor URLs", async () => {
    const { port, taken } = await server()
    const { send } = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "club@example.org" })
    await send({ ...mail, to: "o'hara+club@example.org" }).catch(() => undefined)
    await send({ ...mail, to: "ada@example.org, eve@example.org" }).catch(() => undefined)
    await send({ ...mail, subject: "one\r\nBcc: eve@example.org" })
    expect(taken.map(({ to }) => to)[0]).toEqual(["o'hara+club@example.org"])
    for (const { to, data } of taken) {
      expect(to).toHaveLength(1)
      expect(read(data).headers["bcc"]).toBeUndefined()
    }
  })

  it.each([
    ["nobody listens", undefined],
    ["the server refuses the sender", "MAIL"],
    ["the server refuses the receiver", "RCPT"],
    ["the server refuses the mail", "DATA"],
  ])("rejects when %s", async (_, refuses) => {
    const { port, close } = await openSmtpServer(refuses === undefined ? {} : { refuses })
    if (refuses === undefined) await close()
    await expect(
      smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "club@example.org" }).send(mail),
    ).rejects.toBeInstanceOf(Error)
    if (refuses !== undefined) await close()
  })
})

describe("without a server for mails", () => {
  const nothing = { smtpUrl: undefined, mailFrom: undefined }

  it("whoever develops reads them in the terminal", async () => {
    let said = ""
    const io = { env: {}, err: (text: string) => void (said += text) }
    await mailerOf(nothing, io)?.send(mail)
    expect(said).toContain(`To: ada@example.org\nSubject: ${mail.subject}\n`)
    expect(said).toContain(link)
    expect(mailWarning(nothing, io)).toBeUndefined()
  })

  it("production sends none, and the operator is told which settings to make", () => {
    const io = { env: { NODE_ENV: "production" }, err: () => undefined }
    expect(mailerOf(nothing, io)).toBeUndefined()
    expect(mailWarning(nothing, io)).toMatch(/SYMBOLON_SMTP_URL and SYMBOLON_MAIL_FROM/)
    const some = { smtpUrl: "smtp://127.0.0.1:1", mailFrom: "club@example.org" }
    expect(mailerOf(some, io)).toBeDefined()
    expect(mailWarning(some, io)).toBeUndefined()
  })
})
