import { main } from "../src/cli/main.ts"

/** What a command line came to. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command in this process. Words with spaces go into double quotes. */
export const runIn =
  (cwd: () => string) =>
  async (
    line: string,
    {
      input = "",
      env = {},
    }: { readonly input?: string; readonly env?: Record<string, string> } = {},
  ): Promise<Ran> => {
    let out = ""
    let err = ""
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    )
    const code = await main(words, {
      out: (text) => void (out += text),
      err: (text) => void (err += text),
      readIn: async function* () {
        yield input
      },
      env,
      cwd: cwd(),
      isTerminal: false,
      stopAsked: () => Promise.resolve(),
    })
    return { code, out, err }
  }
