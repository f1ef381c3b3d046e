import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, type Symbolon } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault } from "@symbolon/core/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { argon2Passwords } from "../src/passwords.ts"
import { type Bootstrap, bootstrapDemo } from "../src/demo/bootstrap.ts"

let symbolon: Symbolon
let dataDir: string
let demo: Bootstrap

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "symbolon-demo-"))
  const baseUrl = "http://127.0.0.1:8080"
  symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32)),
    baseUrl,
    passwords: argon2Passwords,
  })
  demo = await bootstrapDemo(symbolon, { dataDir, baseUrl })
})
afterAll(async () => {
  await symbolon.close()
  await rm(dataDir, { recursive: true, force: true })
})

it("opens its doors for the cards of its people, claimed or assigned", async () => {
  for (const { uuid, card_identifier } of demo.users) {
    const tapped = await symbolon.sessions.admit({
      session: demo.sessions[0]?.slug ?? "",
      request: {
        identifier: { type: "card", value: card_identifier ?? "" },
        idempotencyKey: uuid,
      },
    })
    expect(tapped).toMatchObject({ decision: "admitted" })
  }
})

it("issues a reward for a claimed card to its holder, and for an assigned one to the card", async () => {
  const reward = await symbolon.rewards.create({
    organization: demo.organization.slug,
    organizationUuid: demo.organization.uuid,
    name: "Free drink",
    contentConfig: {
      storageType: "internal",
      contentTemplate: {
        data: {},
        items: [{ type: "coupon", code: "DRINK-1" }],
        content_version: "1",
      },
    },
  })
  for (const { card_identifier } of demo.users)
    await symbolon.rewards.redeem({
      reward: reward.slug,
      identifier: { type: "card", value: card_identifier ?? "" },
      idempotencyKey: card_identifier ?? "",
    })
  const held = await Promise.all(
    demo.users.map(async ({ username, uuid }) => {
      const { items } = await symbolon.rewards.list({
        userUuid: uuid,
        page: { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "desc" },
      })
      return [username, items.length]
    }),
  )
  expect(held).toEqual([
    ["demo-ada", 1],
    ["demo-ben", 1],
    ["demo-cleo", 0],
  ])
})
