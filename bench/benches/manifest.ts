import { deepEqual, equal } from "node:assert/strict"
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { type RosterClub, openRosterClub } from "../fixtures/roster-club.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const { privateKey } = generateKeyPairSync("ed25519")
const key = createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" }))

const signAlone = (bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    sign(null, bytes, key, (reason, signature) =>
      reason === null ? resolve(signature) : reject(reason),
    ),
  )

/** What a manifest costs the server, over SQLite, against signing its bytes and nothing else. */
export const manifestServer: Suite = {
  name: "manifest-server",
  open: async () => {
    const { dir, remove } = await openScratch()
    const small = await openRosterClub(() => openSqlite({ file: join(dir, "small.db") }), 10_000)
    const large = await openRosterClub(() => openSqlite({ file: join(dir, "large.db") }), 100_000)
    const close = async (): Promise<void> => {
      await small.symbolon.close()
      await large.symbolon.close()
      await remove()
    }
    // Everybody is looked at once, before anything is measured.
    for (const { symbolon, session } of [small, large])
      await symbolon.sessions.checkinManifest({ session })
    const benches: Bench[] = []
    for (const club of [small, large])
      benches.push(await afterOneChange(club), await fromScratch(club))
    return { benches: [...benches, loopDelay(large), deltas(small, large)], close }
  },
}

const bytesOf = async ({ symbolon, session }: RosterClub): Promise<Uint8Array> =>
  (await symbolon.sessions.checkinManifest({ session })).bytes

/** As a server sends them. */
const piecesOf = async ({ symbolon, session }: RosterClub): Promise<readonly Uint8Array[]> =>
  (await symbolon.sessions.checkinManifest({ session })).pieces

const afterOneChange = async (club: RosterClub): Promise<Bench> => {
  const bytes = await bytesOf(club)
  return {
    name: `manifest after one change, ${club.people} holders`,
    a: waiting("change + issue", async () => {
      await club.turnCards(1)
      return piecesOf(club)
    }),
    b: waiting("the signature alone", () => signAlone(bytes)),
    unit: "/s",
    aim: 0.5,
    agree: async () => {
      const before = await club.symbolon.sessions.checkinManifest({ session: club.session })
      await club.turnCards(1)
      const after = await club.symbolon.sessions.checkinManifest({ session: club.session })
      equal(after.manifestVersion, before.manifestVersion + 1)
      await club.turnCards(1)
    },
  }
}

/**
 * A process that has just been started: the lines are in the store, and nothing is in memory. Only
 * the manifest is measured, not the start.
 */
const issuedAnew = async (
  club: RosterClub,
): Promise<{ readonly bytes: Uint8Array; readonly ms: number; readonly heldUs: number }> => {
  const anew = await club.openAnew()
  // Otherwise the one just signed would be handed out again.
  club.clock.set(new Date(club.clock.now().getTime() + 31_000))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begun = performance.now()
  const signed = await anew.sessions.checkinManifest({ session: club.session })
  const ms = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  await anew.close()
  return { bytes: signed.bytes, ms, heldUs: delay.max / 1000 }
}

const fromScratch = async (club: RosterClub): Promise<Bench> => {
  const bytes = await bytesOf(club)
  return {
    name: `manifest from scratch, ${club.people} holders`,
    a: {
      name: "issue in a new process",
      measure: async () => ({ value: 1000 / (await issuedAnew(club)).ms }),
    },
    b: waiting("the signature alone", () => signAlone(bytes)),
    unit: "/s",
    aim: 0.17,
    agree: async () => {
      const [one, other] = [await bytesOf(club), await issuedAnew(club)].map((each) =>
        JSON.parse(Buffer.from("bytes" in each ? each.bytes : each).toString()),
      )
      deepEqual(one.roster, other.roster)
      equal(Object.keys(one.roster).length, club.people)
    },
  }
}

/** The longest time for which nothing else could run, with nothing to do. */
const idle: Side = {
  name: "nothing to do",
  measure: async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await new Promise((resolve) => setTimeout(resolve, 300))
    delay.disable()
    return { value: delay.max / 1000 }
  },
}

const loopDelay = (club: RosterClub): Bench => ({
  name: `event loop held by a manifest from scratch, ${club.people} holders`,
  a: {
    name: "issue in a new process",
    measure: async () => ({ value: (await issuedAnew(club)).heldUs }),
  },
  b: idle,
  unit: "µs",
  aim: 20_000,
  agree: async () => {},
})

const deltas = (small: RosterClub, large: RosterClub): Bench => {
  const cursors = new Map<RosterClub, string>()
  const delta = async (club: RosterClub): Promise<Uint8Array> => {
    await club.turnCards(100)
    const cursor =
      cursors.get(club) ??
      (await club.symbolon.sessions.checkinManifest({ session: club.session })).deltaCursor ??
      ""
    const signed = await club.symbolon.sessions.checkinManifestDelta({
      session: club.session,
      cursor,
    })
    cursors.set(club, signed.deltaCursor ?? "")
    return signed.bytes
  }
  return {
    name: "delta of 100 changes, 100000 holders against 10000",
    a: waiting("100000 holders", () => delta(large)),
    b: waiting("10000 holders", () => delta(small)),
    unit: "/s",
    aim: 0.9,
    agree: async () => {
      // The first begins behind the changes of these hundred cards.
      await Promise.all([delta(large), delta(small)])
      for (const club of [large, small]) {
        const { changed } = JSON.parse(Buffer.from(await delta(club)).toString())
        equal(Object.keys(changed).length, 100)
      }
    },
  }
}
