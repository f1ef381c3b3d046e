import { readdirSync, readFileSync } from "node:fs"
import { join, posix, relative } from "node:path"
import { parseSync, Visitor } from "oxc-parser"

const root = join(import.meta.dirname, "..")

/** One import, re-export or dynamic import. */
export interface Import {
  /** As it is written. */
  readonly specifier: string
  /** The path from the root of the workspace, for a relative import. */
  readonly target: string | undefined
  /** Nothing of it is left at run time. */
  readonly isType: boolean
  /**
   * `named` is the name where it comes from; undefined for a namespace, a default or a side effect.
   */
  readonly names: readonly {
    readonly named: string | undefined
    readonly local: string
    readonly isType: boolean
  }[]
}

/** What the tests of the house need to know of a source file. */
export interface Module {
  /** From the root of the workspace, with forward slashes. */
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly hasDefaultExport: boolean
  /** Whether it leaves anything at run time. */
  readonly hasValues: boolean
  /** Every `a.b` in the code, as text, where `a` is a plain name. */
  readonly members: ReadonlySet<string>
  /**
   * Every call or construction of a plain name or an `a.b`, as `name(`, `a.b(`, `new Date()` when
   * it has no arguments.
   */
  readonly calls: ReadonlySet<string>
  /** The text of every string and template. */
  readonly strings: readonly string[]
}

/** Reads a file's text as a module. `path` is from the root of the workspace. */
export function readModule(path: string, text: string): Module {
  const { module, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const members = new Set<string>()
  const calls = new Set<string>()
  const strings: string[] = []
  new Visitor({
    MemberExpression: (node) =>
      void (node.object.type === "Identifier" && members.add(nameOf(node))),
    CallExpression: (node) => void calls.add(`${nameOf(node.callee)}(`),
    NewExpression: (node) =>
      void calls.add(`new ${nameOf(node.callee)}(${node.arguments.length === 0 ? ")" : ""}`),
    Literal: (node) => void (typeof node.value === "string" && strings.push(node.value)),
    TemplateElement: (node) => void strings.push(node.value.raw),
  }).visit(program)

  const target = (specifier: string) =>
    specifier.startsWith(".")
      ? posix.normalize(posix.join(posix.dirname(path), specifier))
      : undefined
  const toImport = (specifier: string, names: Import["names"]): Import => ({
    specifier,
    target: target(specifier),
    isType: names.length > 0 && names.every(({ isType }) => isType),
    names,
  })
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      toImport(
        moduleRequest.value,
        entries.map(({ importName, localName, isType }) => ({
          named: importName.name ?? undefined,
          local: localName.value,
          isType,
        })),
      ),
    ),
    ...exported.flatMap(({ moduleRequest, importName, exportName, isType }) =>
      moduleRequest === null
        ? []
        : [
            toImport(moduleRequest.value, [
              { named: importName.name ?? undefined, local: exportName.name ?? "*", isType },
            ]),
          ],
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const written = text.slice(moduleRequest.start, moduleRequest.end)
      return /^["'].*["']$/.test(written) ? [toImport(written.slice(1, -1), [])] : []
    }),
  ]
  return {
    path,
    lines: text.trimEnd().split("\n").length,
    imports,
    hasDefaultExport: exported.some(
      ({ exportName }) => exportName.kind === "Default" || exportName.name === "default",
    ),
    hasValues: program.body.some((statement) => !isTypeOnly(statement)),
    members,
    calls,
    strings,
  }
}

/**
 * The modules under some folders of the workspace (`packages/core/src`); a folder that is not there
 * has none.
 */
export function readModules(...folders: readonly string[]): readonly Module[] {
  return folders
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((file) => /\.(ts|mts|mjs|js)$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => relative(root, file).replaceAll("\\", "/"))
    .sort()
    .map((path) => readModule(path, readFileSync(join(root, path), "utf8")))
}

const skipped = new Set(["node_modules", "dist", "generated", "public"])

function filesIn(folder: string): readonly string[] {
  let entries: import("node:fs").Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(join(folder, entry.name))
    return [join(folder, entry.name)]
  })
}

interface Named {
  readonly type: string
  readonly name?: unknown
  readonly object?: unknown
  readonly property?: unknown
}

function nameOf(node: Named): string {
  if (node.type === "Identifier") return String(node.name)
  if (node.type === "MemberExpression")
    return `${nameOf(node.object as Named)}.${nameOf(node.property as Named)}`
  return "?"
}

function isTypeOnly(statement: {
  readonly type: string
  readonly importKind?: unknown
  readonly exportKind?: unknown
}): boolean {
  if (statement.type === "TSInterfaceDeclaration" || statement.type === "TSTypeAliasDeclaration")
    return true
  return statement.importKind === "type" || statement.exportKind === "type"
}
