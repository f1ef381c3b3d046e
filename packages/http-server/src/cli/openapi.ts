import { documentsOf } from "../openapi/documents.ts"
import type { Command } from "./command.ts"
import { configOf } from "./open.ts"

/** `symbolon openapi` */
export const openapi: Command = {
  name: "openapi",
  summary: "Prints the OpenAPI 3.1 document.",
  examples: [
    "symbolon openapi > openapi.json",
    "symbolon openapi --console --base-url https://club.example",
  ],
  flags: { console: { kind: "switch", help: "print the document of the console API instead" } },
  settings: ["baseUrl", "host", "port", "testClock"],
  run: async (invocation) => {
    const { baseUrl, host, port, testClock } = await configOf(invocation)
    const documents = documentsOf({
      baseUrl: baseUrl ?? `http://${host}:${port}`,
      hasTestClock: testClock,
    })
    const document =
      invocation.flags["console"] === true ? documents.consoleOpenapi() : documents.openapi()
    invocation.io.out(`${JSON.stringify(document, null, 2)}\n`)
    return 0
  },
}
