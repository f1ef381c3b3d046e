import { SymbolonError } from "../symbolon-error.ts"

interface FileSystem {
  readonly openAsBlob: (path: string) => Promise<Blob>
  readonly constants: { readonly R_OK: number }
  readonly promises: {
    readonly access: (path: string, mode: number) => Promise<void>
    readonly stat: (path: string) => Promise<{ readonly isDirectory: () => boolean }>
  }
}

interface Paths {
  readonly resolve: (path: string) => string
}

// Asked for at run time and by no import, so that a bundle for browsers can be made.
interface Host {
  readonly process?: {
    readonly getBuiltinModule?: {
      (name: "fs"): FileSystem | undefined
      (name: "path"): Paths | undefined
    }
  }
}

/**
 * Opens a file as a Blob, which reads from the disk what is asked of it. Throws a `SymbolonError`
 * that says what is wrong with the path, which it names from the root on.
 */
export const openPath = async (path: string): Promise<Blob> => {
  const { process } = globalThis as Host
  const files = process?.getBuiltinModule?.("fs")
  if (files === undefined)
    throw new TypeError("There is no file system here: pass a Blob or a stream, not a path")
  const full = process?.getBuiltinModule?.("path")?.resolve(path) ?? path
  try {
    await files.promises.access(full, files.constants.R_OK)
    if ((await files.promises.stat(full)).isDirectory())
      throw unreadable(path, `${full} is a directory, not a file`)
    return await files.openAsBlob(full)
  } catch (cause) {
    throw cause instanceof SymbolonError ? cause : unreadable(path, wordsOf(full, cause), cause)
  }
}

const unreadable = (path: string, what: string, cause?: unknown): SymbolonError =>
  new SymbolonError(`${what}. Nothing was uploaded.`, {
    code: "source_unreadable",
    outcome: "refused",
    operation: "files.upload",
    details: { path },
    cause,
  })

/** What the error of the file system means for the path. */
const wordsOf = (full: string, cause: unknown): string => {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return `There is no file ${full}`
    case "EACCES":
    case "EPERM":
      return `Could not read ${full}: permission denied`
    default:
      return `Could not read ${full} (${String(message)})`
  }
}

/** The name of the file at a path. */
export const nameOf = (path: string): string | undefined => path.split(/[/\\]/).at(-1)

const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  pdf: "application/pdf",
  zip: "application/zip",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  txt: "text/plain",
  csv: "text/csv",
  json: "application/json",
}

/** The usual content type of a path's ending. */
export const typeOf = (path: string): string | undefined => {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}
