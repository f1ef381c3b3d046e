import { portsOf } from "@symbolon/core/effect"
import type { Storage } from "@symbolon/core/storage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bearer, Client } from "../../client-sdk/src/index.ts"
import { contact } from "../../storage-contract/src/contact-samples.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let userUuid: string
let token: string
const path = "/console/v1/users/me/export"

let breaks = false
/** A storage that cannot read files while `breaks`: the last part of an export. */
const breaking = (storage: Storage): Storage => ({
  ...storage,
  transact: (mode, work) =>
    storage.transact(mode, (tx) =>
      work(breaks ? { ...tx, files: { ...tx.files, walkOf: async () => fail() } } : tx),
    ),
})
const fail = (): never => {
  throw new Error("the disk is gone")
}

beforeAll(async () => {
  world = await startTestServer({ through: breaking })
  const { user } = await world.symbolon.users.create({ username: "zoe", firstName: "Zoë" })
  userUuid = user.uuid
  token = await world.tokenFor([], { userUuid })
})
afterAll(() => world.close())

const ask = (bearerToken: string, method = "GET") =>
  world.send(path, { method, headers: { authorization: `Bearer ${bearerToken}` } })

/** Contacts with long notes, numbered from `from` on. */
const addContacts = (count: number, from = 0) =>
  portsOf(world.symbolon).storage.transact("write", async (tx) => {
    for (let n = from; n < from + count; n += 1)
      await tx.contacts.add(
        contact(n, { ownerUserUuid: userUuid, notes: "ä".repeat(1_000), email: `${n}@mail.test` }),
      )
  })

const exported = async (): Promise<string> => {
  const lines: string[] = []
  for await (const line of world.symbolon.exportPerson({ userUuid })) lines.push(`${line}\n`)
  return lines.join("")
}

describe("GET /console/v1/users/me/export", () => {
  it("has the lines of symbolon users export, as a file that no cache keeps", async () => {
    const reply = await ask(token)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/x-ndjson; charset=utf-8",
      "content-disposition": 'attachment; filename="symbolon-export.ndjson"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    expect(reply.headers.get("content-length")).toBeNull()
    const text = await reply.text()
    expect(text).toBe(await exported())
    expect(text).toContain('"first_name":"Zoë"')
    const head = await ask(token, "HEAD")
    expect([head.status, await head.text()]).toEqual([200, ""])
  })

  it("is sent in pieces, and the SDK reads it whole", async () => {
    await addContacts(300)
    const reply = await ask(token)
    const pieces: number[] = []
    for await (const piece of reply.body ?? []) pieces.push((piece as Uint8Array).length)
    expect(pieces.length).toBeGreaterThan(5)
    const text = await new Client({
      baseUrl: world.url,
      auth: bearer(token),
    }).console.users.exportMe()
    expect(text).toBe(await exported())
    expect(text.match(/"kind":"contact"/g)?.length).toBe(300)
  })

  it("is of the user of the token alone: no app, no organization, nobody without a token", async () => {
    expect((await world.send(path)).status).toBe(401)
    expect((await ask(world.token)).status).toBe(403)
    const forClub = await world.tokenFor([], { userUuid, organization: world.club.slug })
    expect((await ask(forClub)).status).toBe(403)
    await expect(world.symbolon.users.exportMe({}).then(() => "answered")).rejects.toMatchObject({
      _tag: "NotFound",
    })
  })

  it("counts as an expensive call", async () => {
    const limited = await startTestServer({ limits: "on" })
    try {
      const own = await limited.tokenFor([], {})
      const answers = []
      for (let n = 0; n < 40; n += 1)
        answers.push(
          (await limited.send(path, { headers: { authorization: `Bearer ${own}` } })).status,
        )
      expect(answers[0]).toBe(200)
      expect(answers.at(-1)).toBe(429)
    } finally {
      await limited.close()
    }
  })

  it("breaks off when it cannot be read to its end, so that nobody takes it for whole", async () => {
    await addContacts(300, 1_000)
    breaks = true
    const broken = await fetch(`${world.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(broken.status).toBe(200)
    await expect(broken.text()).rejects.toThrow(/terminated|aborted|closed/)
    breaks = false
    expect(await (await ask(token)).text()).toBe(await exported())
  })
})
