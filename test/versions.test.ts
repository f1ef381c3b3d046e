import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { packageVersion } from "../packages/core/src/foundation/kernel/version.ts"
import { apiVersion } from "../packages/http-server/src/openapi.ts"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly repository?: { readonly directory?: string; readonly url?: string }
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, "..")
const read = (...path: readonly string[]): Manifest =>
  JSON.parse(readFileSync(join(root, ...path, "package.json"), "utf8")) as Manifest
const foldersIn = (parent: string): readonly string[] =>
  readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
const packages = foldersIn("packages").map((folder) => ({ folder, manifest: read(folder) }))
const published = packages.filter(({ manifest }) => manifest.private !== true)

describe("the packages", () => {
  it("have one version, which is the API's", () => {
    expect(published.length).toBe(7)
    expect(new Set(packages.map(({ manifest }) => manifest.version))).toEqual(new Set([apiVersion]))
    expect(packageVersion).toBe(apiVersion)
  })
  it("say where their source is", () => {
    for (const { folder, manifest } of published)
      expect(manifest.repository).toMatchObject({
        type: "git",
        directory: folder,
        url: expect.stringMatching(/^git\+https:/),
      })
  })
  it("bring nothing along that reports installs", () => {
    expect(
      readFileSync(join(root, "pnpm-lock.yaml"), "utf8").match(/^ {2}'@scarf\/scarf@/gm),
    ).toBeNull()
    for (const { manifest } of published)
      expect(Object.keys(manifest.dependencies ?? {})).not.toContain("swagger-ui-dist")
  })
  it("have scripts that any shell runs: no builtin, no variable, no glob", () => {
    const all = [
      read(),
      ...packages.map(({ manifest }) => manifest),
      ...foldersIn("examples").map((folder) => read(folder)),
      read("bench"),
    ]
    const scripts = all.flatMap(({ name, scripts = {} }) =>
      Object.entries(scripts).map(([script, text]) => `${name} ${script}: ${text}`),
    )
    expect(scripts.length).toBeGreaterThan(20)
    expect(
      scripts.filter((text) =>
        /: .*(\bexec |\bexport |\bcd |\brm |\bcp |\$|[*']|[A-Z_]+=)/.test(text),
      ),
    ).toEqual([])
  })
})
