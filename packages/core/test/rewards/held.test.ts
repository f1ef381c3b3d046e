import { openMemory } from "../../src/memory/index.ts"
import { heldRewardsSuite } from "./held.suite.ts"
import { hostedRewardsSuite, slowHostTest } from "./hosted.suite.ts"

const open = () => Promise.resolve(openMemory({ strict: true }))

heldRewardsSuite("memory", open)
hostedRewardsSuite("memory", open)
slowHostTest(open)
