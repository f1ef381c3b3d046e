import { deepEqual } from "node:assert/strict"
import { generateKeyPairSync } from "node:crypto"
import { contentSealer, systemClock, systemIds } from "@symbolon/core"
import { openByJose, sealByJose } from "../../packages/http-server/test/content/by-jose.ts"
import { rawOpen, rawSeal } from "../content/raw.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { computing, waiting } from "../harness/sides.ts"

/**
 * Contents of 1.7 kB sealed to the two ends of a transaction, and opened by one of them: beside
 * jose, which writes and reads the same through WebCrypto, and beside the bare cryptography of it.
 */
export const content: Suite = {
  name: "content",
  open: () => {
    const sealer = contentSealer(systemIds(systemClock))
    const seal = (): string => {
      const answer = sealer.seal({
        content: issued,
        recipients: both.map(({ kid, x }) => ({ kid, publicKey: x })),
        bound,
      })
      if ("refused" in answer) throw new Error(answer.refused)
      return answer.sealed
    }
    const open = (sealed: string) => sealer.open({ sealed, recipient: sender, bound })
    const [ours, bare] = [seal(), rawSeal(padded, publicKeys)]
    const withBare = (): void => {
      deepEqual(open(seal()), { content: issued })
      deepEqual(Buffer.from(rawOpen(rawSeal(padded, publicKeys), 0, sender.privateKey)), padded)
    }
    const withJose: Bench["agree"] = async () => {
      deepEqual((await openByJose(seal(), sender)).content, issued)
      deepEqual(open(await sealByJose(issued, both, wireBound)), { content: issued })
    }
    return Promise.resolve({
      benches: [
        {
          name: "seal content to two, beside jose",
          a: waiting("ours", () => Promise.resolve(seal())),
          b: waiting("jose", () => sealByJose(issued, both, wireBound)),
          unit: "/s",
          aim: 2,
          agree: withJose,
        },
        {
          name: "seal content to two, beside the bare cryptography",
          a: computing("ours", seal),
          b: computing("bare", () => rawSeal(padded, publicKeys)),
          unit: "/s",
          aim: 0.5,
          agree: withBare,
        },
        {
          name: "open content, beside jose",
          a: waiting("ours", () => Promise.resolve(open(ours))),
          b: waiting("jose", () => openByJose(ours, sender)),
          unit: "/s",
          aim: 2,
          agree: withJose,
        },
        {
          name: "open content, beside the bare cryptography",
          a: computing("ours", () => open(ours)),
          b: computing("bare", () => rawOpen(bare, 0, sender.privateKey)),
          unit: "/s",
          aim: 0.5,
          agree: withBare,
        },
      ],
      close: () => Promise.resolve(),
    })
  },
}

const bound = { network: "main", id: "tz4a98xxat96iws9zmbrgj3a", from: "sy1qfrom", to: "sy1qto" }
const wireBound = {
  network: bound.network,
  id: bound.id,
  from_address: bound.from,
  to_address: bound.to,
}

const holder = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("x25519")
  return { kid, privateKey, publicKey, x: publicKey.export({ format: "jwk" }).x ?? "" }
}
const sender = holder("sy1qfrom#1")
const both = [sender, holder("sy1qto#1")]
const publicKeys = both.map(({ publicKey }) => publicKey)

const issued = {
  access_key: "",
  access_key_type: "none",
  additional_data: {
    items: Array.from({ length: 14 }, (_, n) => ({
      ticket_number: `A-${n}`,
      title: "A seat".padEnd(60, "."),
      type: "ticket",
    })),
  },
  content_hash: "0".repeat(64),
  expires_at: null,
  manifest_url: "",
}
const text = Buffer.from(JSON.stringify(issued))
const padded = Buffer.concat([text, Buffer.alloc(-text.length & 255, " ")])
