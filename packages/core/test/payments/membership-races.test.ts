import { openMemory } from "../../src/memory/index.ts"
import { tellOfPaidMembershipsOn } from "./membership-races.ts"

tellOfPaidMembershipsOn("memory", () => Promise.resolve(openMemory({ strict: true })))
