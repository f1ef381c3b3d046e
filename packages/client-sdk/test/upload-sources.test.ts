import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const compile = (lib: string) =>
  promisify(execFile)(
    join(root, "node_modules/.bin/tsc"),
    `--noEmit --strict --skipLibCheck --ignoreConfig --target es2023 --module nodenext --types node --allowImportingTsExtensions --erasableSyntaxOnly --lib ${lib}`
      .split(" ")
      .concat(join(import.meta.dirname, "upload-sources.ts")),
    { cwd: root },
  ).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }))

it.each(["es2024,esnext.disposable", "es2024,esnext.disposable,dom,dom.iterable"])(
  "all kinds of sources compile with --lib %s",
  async (lib) => expect((await compile(lib)).stdout).toBe(""),
)
