import { equal } from "node:assert/strict"
import { createPublicKey, verify } from "node:crypto"
import type { Symbolon } from "@symbolon/core"
import { verifyLedger } from "@symbolon/core/ledger"
import { openMemory } from "@symbolon/core/memory"
import { nativeHost } from "../../packages/core/src/foundation/kernel/native-host.ts"
import { sealBody } from "../../packages/core/src/ledger-proof/body.ts"
import { openPayingClub, payee } from "../fixtures/paying-club.ts"
import type { Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const entries = 2_000

/**
 * All that `verifyLedger` looks at, beside the signatures of the same entries alone, one after the
 * other and on the thread pool.
 */
export const ledgerVerify: Suite = {
  name: "ledger-verify",
  open: async () => {
    const club = await openPayingClub(openMemory())
    const pay = (turn: number) =>
      club.symbolon.wallets.transfer({
        wallet: club.treasury,
        to: { type: "wallet", value: payee(club, turn) },
        amount: 1,
        idempotencyKey: `v-${turn}`,
      })
    for (let n = 0; n < entries; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, at) => pay(n + at)))
    const lines = await linesOf(club.symbolon)
    const seals = lines.flatMap(sealOf)
    const all = async () => {
      const { verdict, leaves } = await verifyLedger(lines)
      if (verdict !== "verified") throw new Error(verdict)
      return leaves
    }
    const inTurn = async () =>
      seals.filter(({ input, key, signature }) => verify(null, input, key, signature)).length
    const onPool = async () => (await Promise.all(seals.map(verified))).filter(Boolean).length
    const agree = async (): Promise<void> => {
      equal(await all(), seals.length)
      equal(await inTurn(), seals.length)
      equal(await onPool(), seals.length)
    }
    const ours = waiting("verifyLedger", all, { each: seals.length })
    return {
      benches: [
        {
          name: "ledger verified",
          a: ours,
          b: waiting("signatures alone, in turn", inTurn, { each: seals.length }),
          unit: "/s",
          agree,
        },
        {
          name: "ledger verified",
          a: ours,
          b: waiting("signatures alone, on the pool", onPool, { each: seals.length }),
          unit: "/s",
          agree,
        },
      ],
      close: () => club.symbolon.close(),
    }
  },
}

interface Seal {
  readonly input: Uint8Array
  readonly key: ReturnType<typeof createPublicKey>
  readonly signature: Buffer
}

const linesOf = async (symbolon: Symbolon): Promise<readonly string[]> => {
  const lines: string[] = []
  for await (const line of symbolon.exportLedger()) lines.push(line)
  return lines
}

const keys = new Map<string, Seal["key"]>()

const sealOf = (line: string): readonly Seal[] => {
  const { body, signature } = JSON.parse(line) as {
    readonly body?: string
    readonly signature?: string
  }
  if (body === undefined || signature === undefined) return []
  const { public_key: pem } = JSON.parse(body) as { readonly public_key: string }
  const key = keys.get(pem) ?? createPublicKey(pem)
  keys.set(pem, key)
  return [
    {
      input: sealBody(body, nativeHost).input,
      key,
      signature: Buffer.from(signature, "base64url"),
    },
  ]
}

const verified = ({ input, key, signature }: Seal): Promise<boolean> =>
  new Promise((resolve, reject) => {
    verify(null, input, key, signature, (error, holds) =>
      error === null ? resolve(holds) : reject(error),
    )
  })
