// Writes docs/errors.md from the table of refusals. Run it with `--conditions=@symbolon/source`, so
// that it reads the sources.
import { writeFileSync } from "node:fs"
import { errorsPage, pageFile } from "./errors-page/page.ts"

writeFileSync(pageFile, errorsPage())
