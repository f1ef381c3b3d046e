import { folderOf, layerOf, roleOf } from "./import-rules.ts"
import type { Import, Module } from "./modules.ts"
import type { Complaints } from "./checks.ts"

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Files of core that import one another in a circle, types counted. */
export const circlesOfFiles = (modules: readonly Module[]): Complaints =>
  circlesIn(graphOf(modules, ({ path }, { target = "" }) => [path, target])).map(
    (circle) => `files import one another: ${circle}`,
  )

/**
 * Folders of core that import values of one another in a circle, layer by layer: the steps of a
 * folder may need another's rules whose steps need the rules of the first.
 */
export const circlesOfLayers = (modules: readonly Module[]): Complaints =>
  circlesIn(
    graphOf(modules, ({ path }, { target = "", isType }) =>
      isType || layerOf(path) === undefined || layerOf(target) === undefined
        ? undefined
        : [`${folderOf(path)} (${layerOf(path)})`, `${folderOf(target)} (${layerOf(target)})`],
    ),
  ).map((circle) => `folders need one another: ${circle}`)

/** Folders of core whose nouns, rules and ports know of one another in a circle, types counted. */
export const circlesOfNouns = (modules: readonly Module[]): Complaints =>
  circlesIn(
    graphOf(modules, ({ path }, { target = "" }) =>
      layerOf(path) === "nouns" && layerOf(target) === "nouns"
        ? [folderOf(path), folderOf(target)]
        : undefined,
    ),
  ).map((circle) => `nouns know of one another: ${circle}`)

/** A graph of the imports of core; `edge` names an import's two ends, or leaves it out. */
function graphOf(
  modules: readonly Module[],
  edge: (module: Module, one: Import) => readonly [string, string] | undefined,
): Graph {
  const graph = new Map<string, Set<string>>()
  for (const module of modules) {
    if (!module.path.startsWith("packages/core/src/") || roleOf(module.path) === undefined) continue
    for (const one of module.imports) {
      if (one.target === undefined) continue
      const [from, to] = edge(module, one) ?? []
      if (from === undefined || to === undefined || from === to) continue
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

/** The shortest circle through each node that is in one, as text; each circle once. */
function circlesIn(graph: Graph): readonly string[] {
  const circles = new Map<string, string>()
  for (const start of graph.keys()) {
    const circle = circleFrom(graph, start)
    const members = circle?.toSorted().join() ?? ""
    if (circle !== undefined && !circles.has(members))
      circles.set(members, [...circle, start].join(" -> "))
  }
  return [...circles.values()]
}

/** The shortest way from a node back to itself, by breadth first. */
function circleFrom(graph: Graph, start: string): readonly string[] | undefined {
  const seen = new Set<string>()
  let ways: readonly (readonly string[])[] = [[start]]
  while (ways.length > 0) {
    const next: (readonly string[])[] = []
    for (const way of ways)
      for (const to of graph.get(way.at(-1) ?? "") ?? []) {
        if (to === start) return way
        if (seen.has(to)) continue
        seen.add(to)
        next.push([...way, to])
      }
    ways = next
  }
  return undefined
}
