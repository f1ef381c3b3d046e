import { describe, expect, it } from "vitest"
import type { KeyVault } from "../src/index.ts"
import { memoryKeyVault } from "../src/testing/index.ts"
import { createStaffedOrganization, page } from "./fixtures/staffed-organization.ts"

/** A club over a vault that counts how often it is asked to open something. */
const openCounted = async (openKeysMax: number) => {
  const real = memoryKeyVault(new Uint8Array(32).fill(7))
  const opened: string[] = []
  let isDown = false
  const vault: KeyVault = {
    ...real,
    unwrap: (wrapped, aad) => {
      opened.push(aad)
      return isDown ? Promise.reject(new Error("the vault sleeps")) : real.unwrap(wrapped, aad)
    },
  }
  const {
    symbolon,
    club: organization,
    make,
  } = await createStaffedOrganization({ vault, ledger: { openKeysMax } })
  const wallets: string[] = []
  for (const name of ["anna-one", "anna-two", "anna-three"]) {
    const { uuid: userUuid } = await make(name)
    wallets.push((await symbolon.wallets.list({ of: { userUuid }, page })).items[0]?.address ?? "")
  }
  const [one = "", two = "", three = ""] = wallets
  const { to_address: treasury } = (
    await symbolon.points.mint({ organization, amount: 100, idempotencyKey: "mint" })
  ).transaction.body
  let count = 0
  const pay = (wallet: string, to: string) =>
    symbolon.wallets.transfer({
      wallet,
      to: { type: "wallet", value: to },
      amount: 1,
      idempotencyKey: `pay-${(count += 1)}`,
    })
  for (const wallet of wallets) for (let n = 0; n < 5; n += 1) await pay(treasury, wallet)
  const since = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    opened.length = 0
    await work().catch(() => undefined)
    return [...opened]
  }
  return {
    symbolon,
    organization,
    treasury,
    one,
    two,
    three,
    pay,
    since,
    sleep: (is: boolean) => (isDown = is),
  }
}

describe("the keys that a process has opened", () => {
  it("are as many as the host says; the one that was not used for longest is opened again", async () => {
    const { pay, since, one, two, three, treasury } = await openCounted(2)
    await pay(one, treasury)
    await pay(two, treasury)
    expect(await since(() => pay(one, treasury))).toEqual([])
    expect(await since(() => pay(three, treasury))).toEqual([`${three}|1`])
    expect(await since(() => pay(one, treasury))).toEqual([])
    expect(await since(() => pay(two, treasury))).toEqual([`${two}|1`])
  })

  it("are dropped when they are rotated", async () => {
    const { symbolon, pay, since, one, treasury } = await openCounted(10)
    await pay(one, treasury)
    await symbolon.wallets.rotateKey({ wallet: one, idempotencyKey: "rotate" })
    expect(await since(() => pay(one, treasury))).toEqual([`${one}|2`])
  })

  it("are asked for again when the vault did not answer", async () => {
    const { pay, since, one, treasury, sleep } = await openCounted(10)
    sleep(true)
    await expect(pay(one, treasury)).rejects.toMatchObject({ _tag: "StorageFailed" })
    sleep(false)
    expect(await since(() => pay(one, treasury))).toEqual([`${one}|1`])
  })

  it("for contents are remembered apart, and opened once for many contents", async () => {
    const { symbolon, organization, since, one } = await openCounted(2)
    const ids: string[] = []
    for (const key of ["a", "b"]) {
      const requested = {
        organization,
        to: { type: "wallet", value: one } as const,
        content: { name: key },
        idempotencyKey: key,
      }
      ids.push((await symbolon.transactions.issueContent(requested)).transaction.body.id)
    }
    const decrypt = async () => {
      for (const transaction of ids)
        await symbolon.transactions.decrypt({ transaction, wallet: one })
    }
    expect(await since(decrypt)).toEqual([`symbolon/decryption-key/v1|${one}|1`])
    expect(await since(decrypt)).toEqual([])
  })
})
