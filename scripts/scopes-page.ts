// Writes docs/scopes.md from the contract. Run it with `--conditions=@symbolon/source`, so that it
// reads the sources.
import { writeFileSync } from "node:fs"
import { pageFile, scopesPage } from "./scopes-page/page.ts"

writeFileSync(pageFile, scopesPage())
