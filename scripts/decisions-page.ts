// Writes docs/decisions/README.md from the decisions.
import { writeFileSync } from "node:fs"
import { decisionsPage, pageFile } from "./decisions-page/page.ts"

writeFileSync(pageFile, decisionsPage())
