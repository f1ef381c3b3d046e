import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { Door } from "../src/index.ts"
import {
  createBench,
  GENERATED,
  OPENS,
  openDoor,
  otherKey,
  published,
  response,
  signingKey,
  tryLoad,
  trustKeys,
} from "./signed-manifest.ts"

const vectors: {
  readonly trust_keys: typeof trustKeys
  readonly cases: readonly { name: string; expect: string; text: string }[]
} = JSON.parse(readFileSync(new URL("../../../vectors/door/load.json", import.meta.url), "utf8"))

describe("F. signed data (vectors/door/load.json)", () => {
  const verdictOn = (text: string) => {
    const door = new Door({ trustKeys: vectors.trust_keys, now: () => GENERATED })
    const outcome = tryLoad(door, text)
    const said = door.admit({ tap: "04A1" }).undetermined_reason
    return {
      outcome: typeof outcome === "string" ? outcome : "ok",
      loaded: door.status().loaded,
      said,
    }
  }

  it.each(vectors.cases.map((vector) => [vector.expect, vector.name, vector.text] as const))(
    "%s: %s",
    (expected, _, text) => {
      const isGood = expected === "ok"
      expect(verdictOn(text)).toEqual({
        outcome: expected,
        loaded: isGood,
        said: isGood ? null : "manifest_missing",
      })
    },
  )

  it("takes the parsed object too, and refuses a changed one", () => {
    const { door } = createBench()
    const parsed: Parameters<Door["load"]>[0] & object = JSON.parse(response())
    expect(door.load(parsed).loaded).toBe(true)
    expect(() => door.load({ ...parsed, payload: { ...parsed.payload, reserved: 0 } })).toThrow(
      expect.objectContaining({ code: "manifest_untrusted" }),
    )
  })

  it("case 41: signed, but the card is frozen: refused", () => {
    expect(openDoor().door.admit({ tap: "04F1" }).blocked_reason).toBe("card_frozen")
  })

  it("refuses a manifest that lists one card under two wallets", () => {
    const roster = {
      sy1one: { card_identifiers: ["04A1"], has_ticket: false },
      sy1two: { card_identifiers: ["04A1"], has_ticket: false },
    }
    expect(tryLoad(createBench().door, response({ roster }))).toBe("manifest_malformed")
  })

  it("uses the host's verifier, behind its own checks", () => {
    const calls: number[] = []
    const verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) =>
      calls.push(signature.length, message.length, publicKey.length) > 0
    expect(new Door({ trustKeys, now: () => GENERATED, verify }).load(response()).loaded).toBe(true)
    expect(calls).toEqual([64, response().indexOf(',"key_id"') - 11, 32])
  })
})

describe("G. freshness", () => {
  it("case 45: an older version is refused, the trusted one kept", () => {
    const { door } = openDoor()
    expect(tryLoad(door, response({ manifest_version: 6 }))).toBe("manifest_rolled_back")
    expect(door.status().manifest_version).toBe(7)
    expect(door.admit({ tap: "04A1" }).decision).toBe("admitted")
  })

  it("case 46: the same version with the same bytes is taken and changes nothing; with other bytes it is refused", () => {
    const { door } = openDoor()
    door.admit({ tap: "04A1" })
    expect(tryLoad(door, response())).toMatchObject({
      manifest_version: 7,
      pending_uploads: 1,
      clock_ok: true,
    })
    expect(door.admit({ tap: "04A1" }).blocked_reason).toBe("already_admitted")
    expect(tryLoad(door, response({ reserved: 3 }))).toBe("manifest_untrusted")
    expect(door.admit({ tap: "04B1" }).decision).toBe("admitted")
  })

  it("case 47: a newer manifest that has expired is refused, the old one kept", () => {
    const { door } = openDoor()
    expect(
      tryLoad(door, response({ manifest_version: 8, valid_until: "2026-11-21T18:30:00Z" })),
    ).toBe("manifest_expired")
    expect(door.status().manifest_version).toBe(7)
    expect(
      tryLoad(door, response({ manifest_version: 8, valid_until: "2026-11-21T18:30:01Z" })),
    ).toMatchObject({ manifest_version: 8 })
  })

  it("case 48: an expired manifest is replaced by a fresh one", () => {
    const bench = openDoor({ valid_until: "2026-11-21T18:20:00Z" })
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("manifest_expired")
    bench.door.load(response({ manifest_version: 8, generated_at: "2026-11-21T18:30:00Z" }))
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("admitted")
  })

  it("case 51: another session's manifest is refused by a door that serves one", () => {
    const { door } = openDoor()
    expect(
      tryLoad(
        door,
        response({ session_uuid: "0193a7c0-0000-7000-8000-000000000002", manifest_version: 99 }),
      ),
    ).toBe("manifest_untrusted")
  })

  it("case 53: one decision reads the clock once", () => {
    let reads = 0
    const door = new Door({
      trustKeys,
      now: () => {
        reads += 1
        return GENERATED
      },
    })
    door.load(response({ enforces_checkin_window: false }))
    reads = 0
    expect(door.admit({ tap: "04A1" }).decision).toBe("admitted")
    expect(reads).toBe(1)
  })

  it("case 54: an endless text is cut at the limit", () => {
    expect(tryLoad(createBench().door, `${response()}${" ".repeat(16 * 1024 * 1024)}`)).toBe(
      "manifest_malformed",
    )
  })

  it("case 55: the floor survives a restart, for versions and for contents", () => {
    const bench = openDoor()
    expect(tryLoad(bench.restart(), response({ manifest_version: 6 }))).toBe("manifest_rolled_back")
    expect(tryLoad(bench.door, response({ reserved: 3 }))).toBe("manifest_untrusted")
    expect(tryLoad(bench.door, response())).toMatchObject({ manifest_version: 7 })
  })

  it("a floor set by a key that is trusted no more is void; by one that still is, it holds for other keys too", () => {
    const bench = openDoor({ manifest_version: 1_000_000 })
    expect(tryLoad(bench.restart(), response({ manifest_version: 8 }, "door-2", otherKey))).toBe(
      "manifest_rolled_back",
    )
    const rotated = bench.restart({ trustKeys: { keys: [published("door-2", otherKey)] } })
    expect(tryLoad(rotated, response({ manifest_version: 8 }, "door-1", signingKey))).toBe(
      "manifest_untrusted",
    )
    expect(tryLoad(rotated, response({ manifest_version: 8 }, "door-2", otherKey))).toMatchObject({
      manifest_version: 8,
    })
  })
})

describe("a newer manifest", () => {
  const newer = { manifest_version: 8, generated_at: "2026-11-21T18:40:00Z", max_attendees: 4 }

  it("keeps what the door admitted and the manifest does not know", () => {
    const bench = openDoor({ max_attendees: 4 })
    bench.door.admit({ tap: "04B1" })
    bench.now = OPENS + 600_000
    expect(bench.door.load(response(newer))).toMatchObject({ pending_uploads: 1, seats_left: 1 })
    expect(bench.door.admit({ tap: "04B1" }).blocked_reason).toBe("already_admitted")
    expect(bench.door.outbox()[0]?.manifest_version).toBe(7)
  })

  it("counts nobody twice whom it lists as admitted", () => {
    const bench = openDoor({ max_attendees: 4 })
    bench.door.admit({ tap: "04B1" })
    bench.now = OPENS + 600_000
    const admitted = { [`sy1${"p".repeat(38)}`]: { card_identifiers: ["04B1"], has_ticket: false } }
    expect(bench.door.load(response({ ...newer, admitted }))).toMatchObject({
      pending_uploads: 1,
      seats_left: 1,
    })
  })

  it("recognises a stranger's card once it knows whose it is", () => {
    const bench = openDoor({ roster_kind: "none" })
    bench.door.admit({ tap: "04X1" })
    bench.now = OPENS + 600_000
    bench.door.load(
      response({
        ...newer,
        roster: { sy1xena: { card_identifiers: ["04X1", "04X2"], has_ticket: true } },
      }),
    )
    expect(bench.door.admit({ tap: "04X2" })).toMatchObject({
      blocked_reason: "already_admitted",
      wallet_address: "sy1xena",
    })
    expect(bench.door.status().seats_left).toBe(2)
  })

  it("speaks alone for uploads acknowledged long enough before it, so that an undone attendance is undone", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04B1" })
    bench.door.ack(bench.door.outbox())
    bench.now = OPENS + 300_000
    bench.door.load(response({ manifest_version: 8, generated_at: "2026-11-21T18:35:00Z" }))
    expect(bench.door.admit({ tap: "04B1" }).blocked_reason).toBe("already_admitted")
    bench.now = OPENS + 301_000
    bench.door.load(response({ manifest_version: 9, generated_at: "2026-11-21T18:35:01Z" }))
    expect(bench.door.admit({ tap: "04B1" }).decision).toBe("admitted")
  })
})

describe("options", () => {
  const now = () => GENERATED

  it("are checked at once", () => {
    const build = (options: object) => () => Reflect.construct(Door, [options])
    expect(build({ trustKeys: null, now })).toThrow(TypeError)
    expect(build({ trustKeys, now: 7 })).toThrow(TypeError)
    expect(build({ trustKeys, now, deviceId: "x".repeat(101) })).toThrow(TypeError)
    expect(build({ trustKeys, now, deviceId: "x".repeat(100) })).not.toThrow()
  })
})
