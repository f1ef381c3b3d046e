// Writes docs/methods.md from the contract. Run it with `--conditions=@symbolon/source`, so that it
// reads the sources.
import { writeFileSync } from "node:fs"
import { methodsPage, pageFile } from "./methods-page/page.ts"

writeFileSync(pageFile, methodsPage())
