import { openMemory } from "../../src/memory/index.ts"
import { tellOfPaidMembershipsOn } from "./membership-races.suite.ts"

tellOfPaidMembershipsOn("memory", () => Promise.resolve(openMemory({ strict: true })))
