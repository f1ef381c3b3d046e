/**
 * Takes one manifest into memory in a process of its own and tells by how much that raised the
 * process's peak. Started by `bench/benches/load-memory.ts`.
 */
import { verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { Door } from "@symbolon/door-offline"
import { generatedAt, openSigningKey } from "../fixtures/door.ts"
import { answerParent } from "../harness/processes.ts"

answerParent<LoadCase, Peak>(async ({ side, files, key }) => {
  const { publicKey, trustKeys } = openSigningKey(key)
  const text = readFileSync(files.text, "utf8")
  const payload = readFileSync(files.payload)
  const verifyNatively = (signature: Uint8Array, message: Uint8Array): boolean =>
    verify(null, message, publicKey, signature)
  const before = peakKib()
  const version = side === "ours" ? load() : parse()
  return { megabytes: (peakKib() - before) / 1024, version }

  function load(): number | null {
    return new Door({
      trustKeys,
      now: () => generatedAt.getTime(),
      verify: verifyNatively,
      utf8: (given: string) => Buffer.from(given),
    }).load(text).manifest_version
  }

  function parse(): number {
    const { payload: manifest, signature } = JSON.parse(text) as {
      readonly payload: { readonly manifest_version: number }
      readonly signature: string
    }
    if (!verifyNatively(Buffer.from(signature, "base64url"), payload))
      throw new Error("The signature does not hold.")
    return manifest.manifest_version
  }
})

/**
 * The most this process has held. What `resourceUsage` tells on Linux begins with what the process
 * that started it held.
 */
function peakKib(): number {
  const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : ""
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? process.resourceUsage().maxRSS)
}

/** What a process is to load. */
export interface LoadCase {
  readonly side: "ours" | "floor"
  readonly files: { readonly text: string; readonly payload: string }
  /** The private key, PKCS #8 PEM. */
  readonly key: string
}

/** What it came to. */
export interface Peak {
  readonly megabytes: number
  readonly version: number | null
}
