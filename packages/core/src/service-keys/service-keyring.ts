import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto"
import { promisify } from "node:util"
import type { World } from "../ports/ports.ts"
import { seal, unseal } from "../sealing/sealed-box.ts"
import type { Storage } from "../storage/storage.ts"
import { type KeyPurpose, keyPurposes, type ServiceKey } from "./service-key.ts"

/** A signing key of the service, opened. */
export interface ServiceSigner {
  readonly keyId: string
  readonly privateKey: KeyObject
}

/** The service's own keys: opened once at the start, then in memory. */
export interface ServiceKeyring {
  /** The key that signs now. */
  readonly signer: (purpose: KeyPurpose) => ServiceSigner
  /** All that verify: the active one, those about to sign, and those that signed a while ago. */
  readonly all: (purpose: KeyPurpose) => readonly ServiceKey[]
}

const generate = promisify(generateKeyPair)

/** Opens the service's keys, making those that do not exist yet. Several processes may do so at once. */
export const openServiceKeyring = async (storage: Storage, world: Pick<World, "clock" | "ids" | "vault">): Promise<ServiceKeyring> => {
  const all = new Map<KeyPurpose, readonly ServiceKey[]>()
  const signers = new Map<KeyPurpose, ServiceSigner>()
  for (const purpose of keyPurposes) {
    const keys = await activeOrMade(storage, world, purpose)
    const active = keys.find(({ status }) => status === "active")
    if (active === undefined) throw new Error(`No active key signs ${purpose}.`)
    all.set(purpose, keys)
    signers.set(purpose, { keyId: active.keyId, privateKey: await opened(world.vault, active) })
  }
  return { signer: (purpose) => present(signers.get(purpose)), all: (purpose) => present(all.get(purpose)) }
}

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The keyring was asked for a purpose it does not know.")
  return value
}

const activeOrMade = async (
  storage: Storage,
  world: Pick<World, "clock" | "ids" | "vault">,
  purpose: KeyPurpose,
): Promise<readonly ServiceKey[]> => {
  const list = () => storage.transact("read", (tx) => tx.serviceKeys.list(purpose))
  const known = await list()
  if (known.some(({ status }) => status === "active")) return known
  const made = await make(world, purpose)
  await storage.transact("write", (tx) => tx.serviceKeys.addActive(made))
  return list()
}

const make = async ({ clock, ids, vault }: Pick<World, "clock" | "ids" | "vault">, purpose: KeyPurpose): Promise<ServiceKey> => {
  const algorithm = purpose === "tokens" ? "RS256" : "Ed25519"
  const pair = algorithm === "RS256" ? await generate("rsa", { modulusLength: 2048 }) : await generate("ed25519")
  const jwk = pair.publicKey.export({ format: "jwk" })
  const keyId = `${purpose}-${ids.suffix()}${ids.suffix()}`
  const now = clock.now()
  return {
    keyId,
    purpose,
    algorithm,
    publicKey: algorithm === "Ed25519" ? (jwk.x ?? "") : JSON.stringify(jwk),
    sealed: await seal(vault, ids, pair.privateKey.export({ format: "der", type: "pkcs8" }), keyId),
    status: "active",
    // Whole seconds, as manifests tell time: one that is signed in the same second must not look older than its key.
    notBefore: new Date(Math.floor(now.getTime() / 1000) * 1000),
    notAfter: undefined,
    createdAt: now,
  }
}

const opened = async (vault: World["vault"], key: ServiceKey): Promise<KeyObject> => {
  const privateKey = createPrivateKey({ key: Buffer.from(await unseal(vault, key.sealed, key.keyId)), format: "der", type: "pkcs8" })
  // Checked once: a row whose halves do not belong together must not sign anything.
  const half = createPublicKey(privateKey).export({ format: "jwk" })
  if ((key.algorithm === "Ed25519" ? half.x : JSON.stringify(half)) !== key.publicKey)
    throw new Error(`The halves of key ${key.keyId} do not match.`)
  return privateKey
}
