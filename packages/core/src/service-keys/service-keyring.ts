import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto"
import { promisify } from "node:util"
import type { World } from "../foundation/ports/ports.ts"
import { seal, unseal } from "../foundation/sealing/sealed-box.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { activeFrom, type NewKey } from "./new-key.ts"
import { lastChange } from "./rotation.ts"
import { type KeyPurpose, keyPurposes, type ServiceKey, type VerifyingKey } from "./service-key.ts"

/** A signing key of the service, opened. */
export interface ServiceSigner {
  readonly keyId: string
  readonly privateKey: KeyObject
}

/**
 * The service's own keys, opened, in memory. Several processes hold them: a process that learns
 * that they changed later than this one knows (`knows`) lets it read them again (`reload`), so that
 * a key that was revoked is refused everywhere by the next call.
 */
export interface ServiceKeyring {
  /** The key that signs now. */
  readonly signer: (purpose: KeyPurpose) => ServiceSigner
  /** All that verify: the active one, the one about to sign, and those that signed a while ago. */
  readonly all: (purpose: KeyPurpose) => readonly VerifyingKey[]
  /** When the keys of tokens changed last, as far as is known here. */
  readonly changedAt: Date | undefined
  /**
   * Grows with every change that was read; what was made of the keys is stale when it has grown.
   */
  readonly generation: number
  /**
   * Whether a change made at `changedAt` is known here; the purpose is `tokens` when it is not
   * said.
   */
  readonly knows: (changedAt: Date | undefined, purpose?: KeyPurpose) => boolean
  /**
   * Reads the keys again. When it resolves, everything is known that was stored before the call.
   * Rejects, and changes nothing, when the store or the vault does not answer.
   */
  readonly reload: () => Promise<void>
  /**
   * Makes a key and seals its private half; nothing is stored. Slow (an RSA key takes a tenth of a
   * second): never in a transaction.
   */
  readonly make: (purpose: KeyPurpose) => Promise<NewKey>
}

type Held = Readonly<Record<KeyPurpose, HeldKeys>>

interface HeldKeys {
  readonly verifying: readonly VerifyingKey[]
  readonly signer: ServiceSigner
  readonly changedAt: Date | undefined
}

type Parts = Pick<World, "clock" | "ids" | "vault">

/**
 * Opens the service's keys, making those that do not exist yet. Several processes may do so at
 * once.
 */
export const openServiceKeyring = async (
  storage: Storage,
  world: Parts,
): Promise<ServiceKeyring> => {
  await makeMissing(storage, world)
  let held = await load(storage, world.vault, undefined)
  let generation = 1
  const reload = oneAtATime(async () => {
    const loaded = await load(storage, world.vault, held)
    if (
      keyPurposes.some(
        (purpose) => loaded[purpose].changedAt?.getTime() !== held[purpose].changedAt?.getTime(),
      )
    )
      generation += 1
    held = loaded
  })
  return {
    signer: (purpose) => held[purpose].signer,
    all: (purpose) => held[purpose].verifying,
    get changedAt() {
      return held.tokens.changedAt
    },
    get generation() {
      return generation
    },
    knows: (changedAt, purpose = "tokens") => {
      const known = held[purpose].changedAt
      return changedAt === undefined || (known !== undefined && known >= changedAt)
    },
    reload,
    make: (purpose) => make(world, purpose),
  }
}

/**
 * Runs `work` one after the other, and once for all who asked before it began: what is under way
 * may have looked too early.
 */
const oneAtATime = (work: () => Promise<void>): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    if (waiting !== undefined) return waiting
    const next = last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return work()
      })
    last = next
    waiting = next
    return next
  }
}

const makeMissing = async (storage: Storage, world: Parts): Promise<void> => {
  for (const purpose of keyPurposes) {
    const known = await storage.transact("read", (tx) => tx.serviceKeys.list(purpose))
    if (known.some(({ status }) => status === "active")) continue
    const made = activeFrom(await make(world, purpose), world.clock.now())
    await storage.transact("write", (tx) => tx.serviceKeys.add(made))
  }
}

const generate = promisify(generateKeyPair)

const make = async ({ ids, vault }: Parts, purpose: KeyPurpose): Promise<NewKey> => {
  const algorithm = purpose === "tokens" ? "RS256" : "Ed25519"
  const pair =
    algorithm === "RS256"
      ? await generate("rsa", { modulusLength: 2048 })
      : await generate("ed25519")
  const jwk = pair.publicKey.export({ format: "jwk" })
  const keyId = `${purpose}-${ids.suffix()}${ids.suffix()}`
  return {
    keyId,
    purpose,
    algorithm,
    publicKey: algorithm === "Ed25519" ? (jwk.x ?? "") : JSON.stringify(jwk),
    sealed: await seal(vault, ids, pair.privateKey.export({ format: "der", type: "pkcs8" }), keyId),
  }
}

const load = async (
  storage: Storage,
  vault: World["vault"],
  before: Held | undefined,
): Promise<Held> => {
  const stored = await storage.transact("read", async (tx) => {
    const lists: (readonly [KeyPurpose, readonly ServiceKey[]])[] = []
    for (const purpose of keyPurposes) lists.push([purpose, await tx.serviceKeys.list(purpose)])
    return lists
  })
  const held = await Promise.all(
    stored.map(
      async ([purpose, keys]) =>
        [purpose, await holding(vault, purpose, keys, before?.[purpose].signer)] as const,
    ),
  )
  return Object.fromEntries(held) as unknown as Held
}

const holding = async (
  vault: World["vault"],
  purpose: KeyPurpose,
  keys: readonly ServiceKey[],
  before: ServiceSigner | undefined,
): Promise<HeldKeys> => {
  const active = keys.find(({ status }) => status === "active")
  if (active === undefined) throw new Error(`No active key signs ${purpose}.`)
  return {
    verifying: keys.filter((key): key is VerifyingKey => key.status !== "gone"),
    signer:
      before?.keyId === active.keyId
        ? before
        : { keyId: active.keyId, privateKey: await opened(vault, active) },
    changedAt: lastChange(keys),
  }
}

const opened = async (vault: World["vault"], key: ServiceKey): Promise<KeyObject> => {
  const privateKey = createPrivateKey({
    key: Buffer.from(await unseal(vault, key.sealed, key.keyId)),
    format: "der",
    type: "pkcs8",
  })
  // Checked once: a row whose halves do not belong together must not sign anything.
  const half = createPublicKey(privateKey).export({ format: "jwk" })
  if ((key.algorithm === "Ed25519" ? half.x : JSON.stringify(half)) !== key.publicKey)
    throw new Error(`The halves of key ${key.keyId} do not match.`)
  return privateKey
}
