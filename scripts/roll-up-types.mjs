// Folds a package's entry types into one file that names no private workspace package (Node 24; run
// by build.mjs with the package's folder).
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor"

/** What each package carries inside itself, code and types alike. */
const inlined = {
  "@symbolon/door-offline": ["@symbolon/core"],
  "@symbolon/storage-sqlite": ["@symbolon/storage-sql"],
  "@symbolon/storage-postgres": ["@symbolon/storage-sql"],
}

const folder = resolve(process.argv[2])
const packageJsonFullPath = join(folder, "package.json")
const types = join(folder, "dist", "types")
const rolled = join(folder, "dist", "rolled.d.ts")
const off = { logLevel: "none" }

const config = ExtractorConfig.prepare({
  configObjectFullPath: undefined,
  packageJsonFullPath,
  configObject: {
    projectFolder: folder,
    mainEntryPointFilePath: join(types, "index.d.ts"),
    bundledPackages: inlined[JSON.parse(readFileSync(packageJsonFullPath, "utf8")).name],
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          target: "es2022",
          lib: ["es2023", "esnext.disposable"],
          module: "nodenext",
          moduleResolution: "nodenext",
          types: ["node"],
          skipLibCheck: true,
          strict: true,
        },
        include: ["dist/types/index.d.ts"],
      },
    },
    apiReport: { enabled: false },
    docModel: { enabled: false },
    tsdocMetadata: { enabled: false },
    dtsRollup: { enabled: true, untrimmedFilePath: rolled },
    messages: {
      compilerMessageReporting: { default: { logLevel: "error" } },
      extractorMessageReporting: { default: off },
      tsdocMessageReporting: { default: off },
    },
  },
})

const result = Extractor.invoke(config, {
  localBuild: false,
  showVerboseMessages: false,
  messageCallback: (message) => void (message.logLevel === "verbose" && (message.handled = true)),
})
if (!result.succeeded) process.exit(1)

// The rolled file takes the place of the folder's index; the rest of the folder is inside it now,
// but for other entries, which name nothing private and stay where they are.
const { exports } = JSON.parse(readFileSync(packageJsonFullPath, "utf8"))
const others = Object.values(exports)
  .flatMap(({ types: path = "" }) => /^\.\/dist\/types\/([^/]+)/.exec(path)?.[1] ?? [])
  .filter((entry) => entry !== "index.d.ts")
for (const entry of readdirSync(types))
  if (!others.includes(entry.replace(/\.map$/, ""))) rmSync(join(types, entry), { recursive: true })
renameSync(rolled, join(types, "index.d.ts"))
