import { tellOfKeptPricesOn } from "./keeping.ts"
import { tellOfMovesOn } from "./moves.ts"
import { tellOfMovePropertiesOn } from "./properties.ts"
import { tellOfRunningMovesOn } from "./running.ts"

const open = () => Promise.resolve(undefined)

tellOfMovesOn("memory", open)
tellOfRunningMovesOn("memory", open)
tellOfKeptPricesOn("memory", open)
tellOfMovePropertiesOn("memory", open, 100)
