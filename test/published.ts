import { execFileSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from "node:fs"
import { dirname, join, posix, relative } from "node:path"
import { type Manifest, packPublished, publishedPackages } from "../scripts/pack.ts"
import { readModule } from "./modules.ts"

/** A package as somebody gets it from the registry. */
export interface Installed {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
  /** Every file of the tarball, from its root. */
  readonly files: readonly string[]
}

/**
 * Packs every published package and installs the tarballs into `consumer/node_modules`. Each
 * package sees exactly the packages it declares (the workspace's own copies, linked), so that what
 * it forgot to declare is not found.
 */
export function installPublished(consumer: string): readonly Installed[] {
  const tarballs = join(consumer, "tarballs")
  mkdirSync(tarballs, { recursive: true })
  const packed = packPublished(tarballs)
  return publishedPackages().map(({ folder: source, manifest: { name } }) => {
    const folder = join(consumer, "node_modules", name)
    mkdirSync(folder, { recursive: true })
    execFileSync("tar", ["-xzf", packed.get(name) ?? "", "-C", folder, "--strip-components=1"])
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
    const files = filesIn(folder)
    for (const dependency of declared(manifest).filter((one) => !packed.has(one))) {
      link(join(source, "node_modules", dependency), join(folder, "node_modules", dependency))
    }
    return { name, folder, manifest, files }
  })
}

/** Makes `from` (a link or folder) reachable as `to`. */
export function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(realpathSync(from), to, "dir")
}

const declared = ({ dependencies, peerDependencies }: Manifest): readonly string[] =>
  Object.keys({ ...dependencies, ...peerDependencies })

/** The subpaths of a package with the file behind each, types and code. */
export const entriesOf = ({ name, manifest }: Pick<Installed, "name" | "manifest">) =>
  Object.entries(manifest.exports).map(([subpath, target]) => ({
    specifier: posix.join(name, subpath),
    code: typeof target === "string" ? target : target["default"],
    types: typeof target === "string" ? undefined : target["types"],
  }))

/** What a tarball lacks of what its package.json promises, and what it should not carry. */
export function tarballFaults({
  name,
  manifest,
  files,
}: Omit<Installed, "folder">): readonly string[] {
  const promised = [
    "package.json",
    "README.md",
    "LICENSE",
    ...Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    ),
    ...Object.values(manifest.bin ?? {}),
  ].map((path) => posix.normalize(path))
  return [
    ...promised.filter((path) => !files.includes(path)).map((path) => `${name} lacks ${path}`),
    ...files
      .filter((path) => /\.test(-d)?\.|(^|\/)\.|tsup|tsconfig|\.tsbuildinfo$/.test(path))
      .map((path) => `${name} carries ${path}`),
    ...(manifest.license === "MIT" ? [] : [`${name} names no licence`]),
    ...Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
      .filter(([, range]) => /^(workspace|catalog|link|file):/.test(range))
      .map(([dependency, range]) => `${name} depends on ${dependency} at ${range}`),
  ]
}

/**
 * Packages that the types of `name` import without declaring them; `read` gives a file's text from
 * the package's root.
 */
export function undeclaredTypes(
  { name, manifest }: Pick<Installed, "name" | "manifest">,
  read: (path: string) => string | undefined,
): { readonly seen: number; readonly faults: readonly string[] } {
  const seen = new Set<string>()
  const faults = new Set<string>()
  const allowed = new Set([name, ...declared(manifest)])
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const text = read(path)
    if (text === undefined) return void faults.add(`${name} has no ${path}`)
    const inline = [
      ...text.matchAll(/\bimport\("([^"]+)"\)|<reference (?:types|path)="([^"]+)"/g),
    ].map((match) => match[1] ?? match[2] ?? "")
    for (const specifier of [
      ...readModule(path, text).imports.map((one) => one.specifier),
      ...inline,
    ]) {
      if (specifier.startsWith(".")) visit(typesOf(posix.join(posix.dirname(path), specifier)))
      else if (!specifier.startsWith("node:") && !allowed.has(packageName(specifier)))
        faults.add(`${name}: ${path} imports ${specifier}`)
    }
  }
  for (const { types } of entriesOf({ name, manifest }))
    if (types !== undefined) visit(posix.normalize(types))
  return { seen: seen.size, faults: [...faults] }
}

const typesOf = (path: string): string => path.replace(/(\.d)?\.ts$|\.js$/, ".d.ts")

const packageName = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

function filesIn(folder: string, from = folder): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path, from) : [relative(from, path).replaceAll("\\", "/")]
  })
}

/** Reads a file below `folder`, if it is there. */
export const readerOf =
  (folder: string) =>
  (path: string): string | undefined => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file, "utf8") : undefined
  }
