import { describe, expect, it, vi } from "vitest"
import { createSymbolon } from "./create-symbolon.ts"
import type { SymbolonOptions } from "./symbolon-options.ts"
import { openMemory } from "./memory/open-memory.ts"
import { memoryKeyVault } from "./foundation/system/local-key-vault.ts"

const vault = memoryKeyVault(new Uint8Array(32))

/** What `createSymbolon` rejects with, after it has left the storage alone. */
const refusal = async (change: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const storage = openMemory({ strict: true })
  const transact = vi.spyOn(storage, "transact")
  const options = { storage, vault, ...change } as unknown as SymbolonOptions
  const reason = await createSymbolon(options).then(
    () => "opened",
    (error: unknown) => error,
  )
  expect(transact).not.toHaveBeenCalled()
  return reason
}

describe("the options of createSymbolon", () => {
  it.each([
    [
      { baseUrl: "htps://club.exmaple" },
      'baseUrl "htps://club.exmaple" must be a URL that begins with http:// or https://, such as https://club.example',
    ],
    [
      { baseUrl: "club.example" },
      'baseUrl "club.example" must be a URL that begins with http:// or https://, such as',
    ],
    [
      { baseUrl: "https://club.example/api/v1" },
      "must not end with /api/v1, which is added to it: https://club.example",
    ],
    [{ baseUrl: "https://club.example?a=b" }, "must have no query and no fragment, such as"],
    [{ baseUrl: "https://club.example#a" }, "must have no query and no fragment, such as"],
    [{ storage: undefined }, "storage is missing, such as openSqlite"],
    [{ storage: {} }, "storage must be a storage, such as openSqlite"],
    [{ vault: undefined }, "vault is missing, such as await localKeyVault"],
    [{ vault: "keys/vault.key" }, "vault must be a key vault, such as await localKeyVault"],
    [{ vault: Promise.resolve(vault) }, 'vault is a Promise, put "await" before it'],
    [{ mailer: Promise.resolve() }, 'mailer is a Promise, put "await" before it'],
    [{ mailer: {} }, "mailer must be an object with send(mail)"],
    [{ baseURL: "https://club.example" }, "there is no option baseURL, did you mean baseUrl?"],
    [{ colour: "red" }, "there is no option colour"],
    [
      { webhooks: { allowedNetworks: ["10.0.0.0/8", "10.0.0.0/33"] } },
      'webhooks.allowedNetworks has "10.0.0.0/33", which is neither an address nor a network such as 10.0.0.0/8',
    ],
    [{ webhooks: { allowedNetworks: ["::1", 7] } }, "webhooks.allowedNetworks has 7, which"],
    [
      { webhooks: { allowedNetworks: "10.0.0.0/8" } },
      "webhooks.allowedNetworks must be a list of networks such as 10.0.0.0/8",
    ],
    [{ webhooks: { httpsOnly: "true" } }, "webhooks.httpsOnly must be true or false"],
    [{ webhooks: { timeoutMs: 0 } }, "webhooks.timeoutMs must be a whole number of milliseconds"],
    [{ webhooks: { timeoutMs: 300_001 } }, "milliseconds, 1 to 300000"],
    [
      { webhooks: { httpOnly: true } },
      "webhooks: there is no option httpOnly, did you mean httpsOnly?",
    ],
    [{ webhooks: true }, "webhooks must be an object, such as { httpsOnly: true }"],
  ])("%j: %s", async (change, problem) => {
    const reason = await refusal(change)
    expect(reason).toBeInstanceOf(TypeError)
    expect(String(reason)).toContain(problem)
    expect(String(reason)).toContain("createSymbolon: ")
  })

  it("are refused all at once", async () => {
    expect(String(await refusal({ vault: undefined, baseUrl: "x", mgrate: true }))).toMatch(
      /baseUrl "x".*; there is no option mgrate, did you mean migrate.*; vault is missing/,
    )
  })

  it("are needed", async () => {
    await expect(createSymbolon(undefined as never)).rejects.toThrow(
      "createSymbolon: it needs { storage, vault }",
    )
  })
})
