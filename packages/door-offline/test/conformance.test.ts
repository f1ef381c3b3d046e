import { createContext, runInContext } from "node:vm"
import ngVariant from "@jitl/quickjs-ng-wasmfile-release-sync"
import { newQuickJSWASMModuleFromVariant, RELEASE_SYNC } from "quickjs-emscripten"
import { beforeAll, describe, expect, it } from "vitest"
import { readSuites, runVectors } from "./vectors.ts"
import { Door, type DoorOptions } from "../src/index.ts"
import { bundleFirmware } from "./bundle-firmware.ts"

const [suite, loads] = readSuites()

/**
 * A script for an engine that has nothing but the language: runs both suites and gives what failed.
 */
const script = (suites: string) =>
  `JSON.stringify(${suites}.map((suite) => (${String(runVectors)})(suite, (options) => new SymbolonDoor.Door(options))))`

describe("the vectors of vectors/door", () => {
  let firmware = ""

  beforeAll(async () => {
    firmware = await bundleFirmware()
  })

  it("name every case of the test plan that a door sees", () => {
    const covered = new Set(
      suite.cases.flatMap(({ covers }) => covers ?? []).map((name) => Number(name.slice(1))),
    )
    // C and H are the server's, but for the few that a door shows too; 14 and 29 need the server,
    // 40 is 11 and 12 for signatures.
    const seen = [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 41,
      42, 44, 45, 46, 47, 48, 49,
    ]
    expect([...seen, 50, 51, 52, 54, 55, 56, 60].filter((number) => !covered.has(number))).toEqual(
      [],
    )
  })

  it("hold for Door on Node", () => {
    const createDoor = (options: DoorOptions) => new Door(options)
    expect([suite, loads].flatMap((each) => runVectors(each, createDoor))).toEqual([])
  })

  it("hold for the firmware in an empty context of V8", () => {
    const context = createContext({ suites: JSON.stringify([suite, loads]) })
    runInContext(firmware, context)
    expect(JSON.parse(runInContext(script("JSON.parse(suites)"), context))).toEqual([[], []])
  })

  it.each([
    ["QuickJS", RELEASE_SYNC],
    // Its types are those of a CommonJS module, which it is not.
    ["quickjs-ng", ngVariant as unknown as typeof RELEASE_SYNC],
  ])(
    "hold for the firmware in %s",
    async (_, variant) => {
      const engine = await newQuickJSWASMModuleFromVariant(variant)
      const context = engine.newContext()
      context.unwrapResult(context.evalCode(firmware, "door.iife.js")).dispose()
      context
        .newString(JSON.stringify([suite, loads]))
        .consume((text) => context.setProp(context.global, "suites", text))
      const said = context
        .unwrapResult(context.evalCode(script("JSON.parse(suites)")))
        .consume((text) => context.getString(text))
      expect(JSON.parse(said)).toEqual([[], []])
      context.dispose()
    },
    120_000,
  )
})

it("the runner notices a door that answers otherwise", () => {
  const createDoor = (options: DoorOptions) => {
    const door = new Door(options)
    const admit = door.admit.bind(door)
    return Object.assign(door, {
      admit: (request: Parameters<Door["admit"]>[0]) => ({ ...admit(request), seat: "none" }),
    })
  }
  expect(runVectors(suite, createDoor).length).toBeGreaterThan(20)
})
