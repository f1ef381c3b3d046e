/**
 * Splits a request target into its path below `basePath` and its query. A target in absolute form
 * is taken by its path.
 */
export const splitTarget = (
  target: string,
  basePath: string,
): { readonly path: string; readonly query: string } => {
  const local = target.startsWith("/")
    ? target
    : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "")
  const mark = local.indexOf("?")
  const path = mark === -1 ? local : local.slice(0, mark)
  const query = mark === -1 ? "" : local.slice(mark + 1)
  if (basePath === "" || !path.startsWith(basePath)) return { path, query }
  const below = path.slice(basePath.length)
  if (below === "") return { path: "/", query }
  return { path: below.startsWith("/") ? below : path, query }
}
