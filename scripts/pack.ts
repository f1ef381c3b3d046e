import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** What the checks read of a package.json. */
export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license?: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface PublishedPackage {
  readonly folder: string
  readonly manifest: Manifest
}

/** The packages that go to the registry. */
export const publishedPackages = (): readonly PublishedPackage[] =>
  readdirSync(join(root, "packages"))
    .map((name) => join(root, "packages", name))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest,
    }))
    .filter(({ manifest }) => manifest.private !== true)

/**
 * Packs every published package, as it stands built, into `destination`; gives the tarball of each
 * by package name.
 */
export function packPublished(destination: string): ReadonlyMap<string, string> {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly packageManager: string
  }
  const filters = publishedPackages().flatMap(({ manifest }) => ["--filter", manifest.name])
  execFileSync(
    "npx",
    ["-y", packageManager, ...filters, "pack", "--pack-destination", destination],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  const tarballs = readdirSync(destination)
  return new Map(
    publishedPackages().map(({ manifest: { name } }) => {
      const prefix = `${name.replace("@", "").replace("/", "-")}-`
      const tarball = tarballs.find(
        (file) => file.startsWith(prefix) && /^\d/.test(file.slice(prefix.length)),
      )
      if (tarball === undefined) throw new Error(`${name} was not packed into ${destination}`)
      return [name, join(destination, tarball)]
    }),
  )
}
