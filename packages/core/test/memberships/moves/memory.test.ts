import { keptPricesSuite } from "./keeping.suite.ts"
import { movesSuite } from "./moves.suite.ts"
import { movePropertiesSuite } from "./properties.suite.ts"
import { runningMovesSuite } from "./running.suite.ts"

const open = () => Promise.resolve(undefined)

movesSuite("memory", open)
runningMovesSuite("memory", open)
keptPricesSuite("memory", open)
movePropertiesSuite("memory", open, 100)
