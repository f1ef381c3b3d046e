// Runs the conformance vectors against an implementation of doors.
//
//   node vectors/door/run.mjs [module]
//
// The module exports createDoor({ trustKeys, now, deviceId, store }) and gives what README.md
// beside describes; without one, the built firmware of this repository is run.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { createContext, runInContext } from "node:vm"

/**
 * What a door did otherwise than expected, one line each; none when it conforms. It uses the
 * language alone and refers to nothing outside itself, so that its text can be carried into any
 * engine.
 *
 * @param {any} suite the parsed conformance.json
 * @param {(options: any) => any} createDoor
 * @returns {string[]}
 */
export function runVectors(suite, createDoor) {
  const failures = []
  const same = (given, wanted) => {
    if (typeof wanted !== "object" || wanted === null || typeof given !== "object" || given === null) return given === wanted
    const names = Object.keys(wanted)
    return (
      Array.isArray(given) === Array.isArray(wanted) && names.length === Object.keys(given).length && names.every((name) => same(given[name], wanted[name]))
    )
  }
  for (const one of suite.cases) {
    let kept = null
    let now = 0
    const store = {
      read: () => kept,
      write: (text) => {
        kept = text
      },
    }
    const start = (keys) => createDoor({ trustKeys: suite.trust_keys[keys], now: () => now, deviceId: suite.device_id, store })
    let door = start(one.trust_keys)
    one.steps.forEach((step, index) => {
      now = step.now
      const wrong = (given) => failures.push(`${one.name}, step ${index + 1} (${step.do}): expected ${JSON.stringify(step.expect)}, got ${JSON.stringify(given)}`)
      const parts = (given) => {
        for (const name of Object.keys(step.expect)) if (!given || !same(given[name], step.expect[name])) return wrong(given)
      }
      const attempt = (work) => {
        const before = JSON.stringify([door.status(), kept])
        try {
          const given = work()
          if (step.expect.error) wrong(given)
          else parts(given)
        } catch (error) {
          if (!step.expect.error || error.code !== step.expect.error) wrong({ error: error.code || String(error) })
          // Whenever it refuses, a door is as it was before.
          else if (JSON.stringify([door.status(), kept]) !== before) wrong("a door that changed")
        }
      }
      const text = step.pad ? step.text + " ".repeat(step.pad) : step.text
      if (step.do === "load") attempt(() => door.load(step.parsed ? JSON.parse(text) : text, step.deltas || []))
      else if (step.do === "apply_delta") attempt(() => door.applyDelta(text))
      else if (step.do === "status") parts(door.status())
      else if (step.do === "ack") door.ack(door.outbox(step.count))
      else if (step.do === "restart") door = start(step.trust_keys)
      else if (step.do === "wipe") door.wipe()
      else {
        const given =
          step.do === "outbox" ? door.outbox(step.limit) : door.admit("at" in step ? { tap: step.tap, at: step.at } : { tap: step.tap })
        if (!same(given, step.expect)) wrong(given)
      }
    })
  }
  return failures
}

/** The cases of load.json as a suite: each text is loaded once, by a door that has seen nothing. */
export const suiteOfLoads = ({ trust_keys, cases }) => ({
  device_id: "vectors",
  trust_keys: { all: trust_keys },
  cases: cases.map(({ name, expect, text }) => ({
    name,
    trust_keys: "all",
    steps: [{ do: "load", now: Date.UTC(2026, 10, 21, 18), text, expect: expect === "ok" ? { loaded: true } : { error: expect } }],
  })),
})

/** Both files as suites. */
export const readSuites = () => {
  const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"))
  return [read("conformance.json"), suiteOfLoads(read("load.json"))]
}

const builtDoor = () => {
  const code = readFileSync(new URL("../../packages/door-offline/dist/door.iife.js", import.meta.url), "utf8")
  const context = createContext({})
  runInContext(code, context)
  return (options) => new context.SymbolonDoor.Door(options)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const module = process.argv[2]
  const createDoor = module === undefined ? builtDoor() : (await import(pathToFileURL(module).href)).createDoor
  let count = 0
  const failures = readSuites().flatMap((suite) => {
    count += suite.cases.length
    return runVectors(suite, createDoor)
  })
  for (const failure of failures) console.error(failure)
  console.log(`${count} cases, ${failures.length} failures`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
