import { describe, expect, it } from "vitest"
import { rawOf } from "../../../test/fixtures/sample-ledger.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { checkpointText, openCheckpoint } from "../../ledger-proof/signed-note.ts"
import { signCheckpoint, signNote } from "./checkpoint.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"

const ours = signingKey(new Uint8Array(32).fill(1), 1)
const witness = signingKey(new Uint8Array(32).fill(2), 1)
const origin = "example.org/ledger"
const checkpoint = { origin, size: 12, root: sha256("root") }
const note = signCheckpoint(checkpoint, rawOf(ours), ours.privateKey)
const log = { origin, keys: [rawOf(ours)] }
const lineOf = (signed: string): string => signed.slice(signed.indexOf("\n\n") + 2)
const signedText = (text: string) =>
  signNote(text, { name: origin, publicKey: rawOf(ours) }, ours.privateKey)

describe("openCheckpoint", () => {
  it("reads what was signed", () => expect(openCheckpoint(note, log)).toEqual(checkpoint))

  it("passes over a witness, known or not: a log signs under its own name", () => {
    const cosigned =
      note +
      lineOf(
        signNote(
          checkpointText(checkpoint),
          { name: "witness", publicKey: rawOf(witness) },
          witness.privateKey,
        ),
      )
    expect(openCheckpoint(cosigned, log)).toEqual(checkpoint)
    expect(openCheckpoint(cosigned, { origin: "witness", keys: [rawOf(witness)] })).toBeNull()
    expect(openCheckpoint(cosigned, { origin, keys: [] })).toBeNull()
  })

  it("passes over signatures of other types, as cosignatures with a time are", () => {
    const other = `\u2014 witness ${Buffer.alloc(4 + 8 + 64, 7).toString("base64")}\n`
    expect(openCheckpoint(note + other, log)).toEqual(checkpoint)
  })

  it("refuses a known key's bad signature beside a good one of another", () => {
    const forged = lineOf(
      signNote("another text\n", { name: origin, publicKey: rawOf(ours) }, ours.privateKey),
    )
    const good = signNote(
      checkpointText(checkpoint),
      { name: origin, publicKey: rawOf(witness) },
      witness.privateKey,
    )
    expect(openCheckpoint(good, { origin, keys: [rawOf(ours), rawOf(witness)] })).toEqual(
      checkpoint,
    )
    expect(
      openCheckpoint(good + forged, { origin, keys: [rawOf(ours), rawOf(witness)] }),
    ).toBeNull()
  })

  it("refuses another key or another name", () => {
    expect(openCheckpoint(note, { origin, keys: [rawOf(witness)] })).toBeNull()
    expect(openCheckpoint(note, { origin: "example.org", keys: [rawOf(ours)] })).toBeNull()
  })

  it("refuses every single changed character", () => {
    for (let at = 0; at < note.length; at += 1) {
      const changed = note.slice(0, at) + (note[at] === "A" ? "B" : "A") + note.slice(at + 1)
      expect(openCheckpoint(changed, log), changed).toBeNull()
    }
  })

  it("reads on past extension lines", () =>
    expect(openCheckpoint(signedText(`${checkpointText(checkpoint)}more\n`), log)).toEqual(
      checkpoint,
    ))

  it.each([
    "x\n",
    `${origin}\n12\n`,
    `${origin}\n012\nAAAA\n`,
    `${origin}\n-1\n${"A".repeat(43)}=\n`,
    `${origin}\n12\n${"A".repeat(42)}B=\n`,
    `${origin}\n9007199254740993\n${"A".repeat(43)}=\n`,
    `\n12\n${"A".repeat(43)}=\n`,
  ])("refuses the signed text %j", (text) =>
    expect(openCheckpoint(signedText(text), log)).toBeNull(),
  )

  it.each([
    "",
    "\n\n",
    note.trimEnd(),
    note.replace("\n\n", "\n"),
    `${note}\n`,
    `${note}x\n`,
    note.replace("\u2014", "-"),
    note.replace(/ (?=[^ ]*$)/, "  "),
  ])("refuses the note %j", (text) => expect(openCheckpoint(text, log)).toBeNull())
})

it("signs only what may stand in a note", () => {
  const sign = (change: Partial<typeof checkpoint>) => () =>
    signCheckpoint({ ...checkpoint, ...change }, rawOf(ours), ours.privateKey)
  for (const change of [
    { origin: "" },
    { origin: "two words" },
    { origin: "a+b" },
    { origin: "a\nb" },
    { size: -1 },
    { size: 0.5 },
    { root: "00" },
  ])
    expect(sign(change)).toThrow(RangeError)
})
