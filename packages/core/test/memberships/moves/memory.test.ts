import { tellOfKeptPricesOn } from "./keeping.suite.ts"
import { tellOfMovesOn } from "./moves.suite.ts"
import { tellOfMovePropertiesOn } from "./properties.suite.ts"
import { tellOfRunningMovesOn } from "./running.suite.ts"

const open = () => Promise.resolve(undefined)

tellOfMovesOn("memory", open)
tellOfRunningMovesOn("memory", open)
tellOfKeptPricesOn("memory", open)
tellOfMovePropertiesOn("memory", open, 100)
