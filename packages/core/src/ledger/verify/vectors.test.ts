import { createPrivateKey, createPublicKey, sign, webcrypto } from "node:crypto"
import { readFileSync } from "node:fs"
import { hashes, verify as nobleVerify } from "@noble/ed25519"
import { sha256 as nobleSha256, sha512 } from "@noble/hashes/sha2.js"
import canonicalize from "canonicalize"
import { describe, expect, it } from "vitest"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { consistencyPath, inclusionPath } from "../../../test/fixtures/merkle-oracle.ts"
import { addressOf } from "../../wallets/address.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { bodyText, readBody, sealBody } from "../../ledger-proof/body.ts"
import { metaHash } from "../../ledger-proof/commitments.ts"
import { genesisHead } from "../../ledger-proof/chain.ts"
import { type LedgerHead, appended, emptyLedger, leafHash, rootOf } from "../log/merkle.ts"
import {
  checkpointText,
  openCheckpoint,
  noteKeyId,
  readNote,
} from "../../ledger-proof/signed-note.ts"
import { signCheckpoint } from "../log/checkpoint.ts"
import { isConsistent, isIncluded } from "../log/merkle-proof.ts"

interface WalletVectors {
  readonly wallets: readonly {
    readonly seed: string
    readonly public_key: string
    readonly public_key_pem: string
    readonly addresses: readonly {
      readonly network: string
      readonly address: string
      readonly genesis_head: string
    }[]
  }[]
}
interface TransactionVectors {
  readonly transactions: readonly {
    readonly text: string
    readonly transaction_hash: string
    readonly signature: string
    readonly leaf_hash: string
  }[]
  readonly meta: readonly {
    readonly description: string
    readonly tags: readonly string[]
    readonly salt: string
    readonly text: string
    readonly meta_hash: string
  }[]
}
interface MerkleVectors {
  readonly leaves: readonly { readonly input: string; readonly leaf_hash: string }[]
  readonly roots: readonly string[]
  readonly frontiers: readonly (readonly string[])[]
  readonly inclusion: readonly {
    readonly index: number
    readonly size: number
    readonly path: readonly string[]
  }[]
  readonly consistency: readonly {
    readonly earlier_size: number
    readonly size: number
    readonly path: readonly string[]
  }[]
}
interface CheckpointVectors {
  readonly checkpoints: readonly {
    readonly seed: string
    readonly public_key: string
    readonly origin: string
    readonly size: number
    readonly root: string
    readonly text: string
    readonly key_id: string
    readonly note: string
  }[]
  readonly foreign_notes: readonly {
    readonly name: string
    readonly verifier_key: string
    readonly note: string
  }[]
}

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../../vectors/ledger/${name}.json`, import.meta.url), "utf8"),
  )
const { wallets }: WalletVectors = read("wallets")
const { transactions, meta }: TransactionVectors = read("transactions")
const { leaves, roots, frontiers, inclusion, consistency }: MerkleVectors = read("merkle")
const { checkpoints, foreign_notes }: CheckpointVectors = read("checkpoint")

const hex = (bytes: Uint8Array | ArrayBuffer): string =>
  Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes).toString("hex")
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "hex"))
const utf8 = (text: string) => new TextEncoder().encode(text)
/** By other code than the ledger's: WebCrypto and noble, which must agree. */
const digest = async (data: Uint8Array<ArrayBuffer>): Promise<string> => {
  const result = hex(await webcrypto.subtle.digest("SHA-256", data))
  expect(hex(nobleSha256(data))).toBe(result)
  return result
}
const isSigned = async (
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  hashes.sha512 = sha512
  const key = await webcrypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"])
  const holds = await webcrypto.subtle.verify("Ed25519", key, signature, message)
  expect(nobleVerify(signature, message, publicKey, { zip215: false })).toBe(holds)
  return holds
}

describe("wallets.json", () => {
  it.each(wallets)("$seed", async ({ seed, public_key, public_key_pem, addresses }) => {
    expect(signingKey(bytes(seed), 1).publicKeyPem).toBe(public_key_pem)
    expect(publicKeyPem(bytes(public_key))).toBe(public_key_pem)
    for (const { network, address, genesis_head } of addresses) {
      expect(addressOf(bytes(public_key), network)).toBe(address)
      expect(genesisHead(address, nativeHost)).toBe(genesis_head)
      expect(await digest(utf8(`symbolon/chain-genesis/v1\0${address}`))).toBe(genesis_head)
    }
  })
  it("has both wallets on both networks", () =>
    expect(wallets.flatMap(({ addresses }) => addresses)).toHaveLength(4))
})

describe("transactions.json", () => {
  it.each(transactions)(
    "$transaction_hash",
    async ({ text, transaction_hash, signature, leaf_hash }) => {
      const read = readBody(text)
      if (typeof read === "string") throw new Error(read)
      expect(bodyText(read.body)).toBe(text)
      expect(canonicalize(JSON.parse(text))).toBe(text)
      const sealed = sealBody(text, nativeHost)
      expect([sealed.transactionHash, sealed.leafHash]).toEqual([transaction_hash, leaf_hash])
      const [wallet] = wallets
      const key = signingKey(bytes(wallet?.seed ?? ""), 1)
      expect(sign(null, sealed.input, key.privateKey).toString("base64url")).toBe(signature)

      const input = utf8(`symbolon/ledger-tx/v1\0${text}`)
      expect(await digest(input)).toBe(transaction_hash)
      expect(await digest(new Uint8Array([0, ...input]))).toBe(leaf_hash)
      expect(
        await isSigned(
          new Uint8Array(Buffer.from(signature, "base64url")),
          input,
          bytes(wallet?.public_key ?? ""),
        ),
      ).toBe(true)
    },
  )
  it.each(meta)("meta $meta_hash", async ({ text, meta_hash, ...fields }) => {
    expect(canonicalize(fields)).toBe(text)
    expect(metaHash(fields, nativeHost)).toBe(meta_hash)
    expect(await digest(utf8(text))).toBe(meta_hash)
  })
  it("has three entries and one text", () =>
    expect([transactions.length, meta.length]).toEqual([3, 1]))
})

describe("merkle.json", () => {
  const heads = leaves.reduce<readonly LedgerHead[]>(
    (all, leaf) => [...all, appended(all.at(-1) ?? emptyLedger, leaf.leaf_hash)],
    [emptyLedger],
  )
  const hashesOf = (size: number) => leaves.slice(0, size).map((leaf) => leaf.leaf_hash)
  /** RFC 9162 section 2.1.1 over WebCrypto, sharing nothing with the frontier. */
  const naive = async (inputs: readonly string[]): Promise<string> => {
    const [only] = inputs
    if (only === undefined) return digest(new Uint8Array())
    if (inputs.length === 1) return digest(bytes(`00${only}`))
    let k = 1
    while (k * 2 < inputs.length) k *= 2
    return digest(bytes(`01${await naive(inputs.slice(0, k))}${await naive(inputs.slice(k))}`))
  }

  it("has the leaves, frontiers and roots of 0 to 8 leaves", async () => {
    expect(leaves.map(({ input }) => leafHash(bytes(input)))).toEqual(
      leaves.map((leaf) => leaf.leaf_hash),
    )
    expect(heads.map(rootOf)).toEqual(roots)
    expect(heads.map(({ frontier }) => frontier)).toEqual(frontiers)
    for (const [size, root] of roots.entries())
      expect(await naive(leaves.slice(0, size).map(({ input }) => input))).toBe(root)
    expect(roots).toHaveLength(9)
  })

  it("has the roots that Certificate Transparency publishes for these inputs", () => {
    // google/certificate-transparency, cpp/merkletree/merkle_tree_test.cc.
    expect([roots[1], roots[2], roots[5], roots[8]]).toEqual([
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ])
    expect(inclusion.find(({ index, size }) => index === 0 && size === 8)?.path).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ])
    expect(
      consistency.find(({ earlier_size, size }) => earlier_size === 6 && size === 8)?.path,
    ).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ])
  })

  it.each(inclusion)("inclusion of $index in $size", ({ index, size, path }) => {
    expect(inclusionPath(hashesOf(size), index)).toEqual(path)
    expect(
      isIncluded({
        index,
        size,
        path,
        leaf: leaves[index]?.leaf_hash ?? "",
        root: roots[size] ?? "",
      }),
    ).toBe(true)
  })
  it.each(consistency)(
    "consistency of $earlier_size with $size",
    ({ earlier_size, size, path }) => {
      expect(consistencyPath(hashesOf(size), earlier_size)).toEqual(path)
      expect(
        isConsistent({
          earlierSize: earlier_size,
          size,
          path,
          earlierRoot: roots[earlier_size] ?? "",
          root: roots[size] ?? "",
        }),
      ).toBe(true)
    },
  )
})

describe("checkpoint.json", () => {
  it.each(checkpoints)(
    "$origin",
    async ({ seed, public_key, text, key_id, note, origin, size, root }) => {
      const publicKey = new Uint8Array(Buffer.from(public_key, "base64url"))
      expect(checkpointText({ origin, size, root })).toBe(text)
      expect(noteKeyId({ name: origin, publicKey }, 1)).toBe(key_id)
      expect(
        signCheckpoint({ origin, size, root }, publicKey, signingKey(bytes(seed), 1).privateKey),
      ).toBe(note)
      expect(openCheckpoint(note, { origin, keys: [publicKey] })).toEqual({ origin, size, root })

      expect(
        (await digest(new Uint8Array([...utf8(`${origin}\n`), 1, ...publicKey]))).slice(0, 8),
      ).toBe(key_id)
      const [body = "", line = ""] = note.split("\n\n")
      const signed = Buffer.from(line.trim().split(" ")[2] ?? "", "base64")
      expect(signed.subarray(0, 4).toString("hex")).toBe(key_id)
      expect(await isSigned(new Uint8Array(signed.subarray(4)), utf8(`${body}\n`), publicKey)).toBe(
        true,
      )
    },
  )

  it.each(foreign_notes)(
    "a note that $name signed with Go",
    async ({ name, verifier_key, note }) => {
      const [, keyId, key = ""] = verifier_key
        .split("+", 2)
        .concat(verifier_key.slice(verifier_key.indexOf("+", verifier_key.indexOf("+") + 1) + 1))
      const publicKey = new Uint8Array(Buffer.from(key, "base64").subarray(1))
      const parsed = readNote(note)
      if (parsed === null) throw new Error("It is a note.")
      expect(noteKeyId({ name, publicKey }, 1)).toBe(keyId)
      const [signed] = parsed.signatures.filter((each) => each.keyId === keyId)
      expect(
        await isSigned(new Uint8Array(signed?.signature ?? []), utf8(parsed.text), publicKey),
      ).toBe(true)
    },
  )
})

it("a seed's PKCS #8 is what OpenSSL reads as that key", () => {
  for (const { seed, public_key } of wallets) {
    const key = createPrivateKey({
      key: Buffer.concat([bytes("302e020100300506032b657004220420"), bytes(seed)]),
      format: "der",
      type: "pkcs8",
    })
    expect(
      hex(Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url")),
    ).toBe(public_key)
  }
})
