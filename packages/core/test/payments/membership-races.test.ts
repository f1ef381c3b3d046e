import { openMemory } from "../../src/memory/index.ts"
import { paidMembershipRacesSuite } from "./membership-races.suite.ts"

paidMembershipRacesSuite("memory", () => Promise.resolve(openMemory({ strict: true })))
