import { describe, expect, it } from "vitest"
import { rawOf } from "../../../test/fixtures/sample-ledger.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { checkpointText, openCheckpoint, signCheckpoint } from "./checkpoint.ts"
import { sha256 } from "../entries/digest.ts"
import { signNote } from "./signed-note.ts"

const ours = signingKey(new Uint8Array(32).fill(1), 1)
const witness = signingKey(new Uint8Array(32).fill(2), 1)
const origin = "example.org/ledger"
const checkpoint = { origin, size: 12, root: sha256("root") }
const note = signCheckpoint(checkpoint, rawOf(ours), ours.privateKey)
const keys = [{ name: origin, publicKey: rawOf(ours) }]
const lineOf = (signed: string): string => signed.slice(signed.indexOf("\n\n") + 2)
const signedText = (text: string) =>
  signNote(text, { name: origin, publicKey: rawOf(ours) }, ours.privateKey)

describe("openCheckpoint", () => {
  it("reads what was signed", () => expect(openCheckpoint(note, keys)).toEqual(checkpoint))

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
    expect(openCheckpoint(cosigned, keys)).toEqual(checkpoint)
    expect(
      openCheckpoint(cosigned, [{ name: "witness", publicKey: rawOf(witness) }]),
    ).toBeUndefined()
    expect(openCheckpoint(cosigned, [])).toBeUndefined()
  })

  it("passes over signatures of other types, as cosignatures with a time are", () => {
    const other = `\u2014 witness ${Buffer.alloc(4 + 8 + 64, 7).toString("base64")}\n`
    expect(openCheckpoint(note + other, keys)).toEqual(checkpoint)
  })

  it("refuses a known key's bad signature beside a good one of another", () => {
    const forged = lineOf(
      signNote("another text\n", { name: origin, publicKey: rawOf(ours) }, ours.privateKey),
    )
    const good = signNote(
      checkpointText(checkpoint),
      { name: "witness", publicKey: rawOf(witness) },
      witness.privateKey,
    )
    expect(
      openCheckpoint(good + forged, [...keys, { name: "witness", publicKey: rawOf(witness) }]),
    ).toBeUndefined()
  })

  it("refuses another key or another name", () => {
    expect(openCheckpoint(note, [{ name: origin, publicKey: rawOf(witness) }])).toBeUndefined()
    expect(openCheckpoint(note, [{ name: "example.org", publicKey: rawOf(ours) }])).toBeUndefined()
  })

  it("refuses every single changed character", () => {
    for (let at = 0; at < note.length; at += 1) {
      const changed = note.slice(0, at) + (note[at] === "A" ? "B" : "A") + note.slice(at + 1)
      expect(openCheckpoint(changed, keys), changed).toBeUndefined()
    }
  })

  it("reads on past extension lines", () =>
    expect(openCheckpoint(signedText(`${checkpointText(checkpoint)}more\n`), keys)).toEqual(
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
    expect(openCheckpoint(signedText(text), keys)).toBeUndefined(),
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
  ])("refuses the note %j", (text) => expect(openCheckpoint(text, keys)).toBeUndefined())
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
