import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { openTestSymbolon } from "../fixtures/world.ts"
import { profilePagesSuite } from "./pages.suite.ts"
import { profileTemplatesSuite } from "./templates.suite.ts"

const open = async () => openMemory({ strict: true })

profilePagesSuite("memory", open)
profileTemplatesSuite("memory", open)

it("a program is refused the blocks that a request is refused", async () => {
  const { symbolon } = await openTestSymbolon()
  const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
  for (const [text, field] of [
    ['{"__proto__":{"admin":true}}', "stickers.0.__proto__"],
    ['{"a":{"constructor":1}}', "stickers.0.a.constructor"],
    ['{"n":9007199254740993}', "stickers.0.n"],
    ['{"text":"a\\u202eb"}', "stickers.0.text"],
  ] as const)
    await expect(
      symbolon.profilePages.create({ userUuid: user.uuid, stickers: [JSON.parse(text)] }),
    ).rejects.toMatchObject({ _tag: "Invalid", errors: { [field]: expect.any(String) } })
})
