import { openMemory } from "../../src/memory/index.ts"
import { assetsSuite } from "./assets.suite.ts"
import { heldRewardsSuite } from "./held.suite.ts"
import { hostedRewardsSuite, slowHostTest } from "./hosted.suite.ts"

const open = () => Promise.resolve(openMemory({ strict: true }))

assetsSuite("memory", open)
heldRewardsSuite("memory", open)
hostedRewardsSuite("memory", open)
slowHostTest(open)
