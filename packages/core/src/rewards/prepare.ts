import { Effect, Result } from "effect"
import { Invalid } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import { isObject, plainText } from "../foundation/sealing/plain-json.ts"
import { seal, unseal } from "../foundation/sealing/sealed-box.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare } from "../foundation/unit-of-work.ts"
import {
  contentFaults,
  type RewardContentTemplate,
  rewardContentBinding,
} from "./reward-content.ts"
import type { SealedRewardContent } from "./reward-template-repository.ts"

/** Seals what a template issues: it has codes, which nobody reads from the database. */
export const sealRewardContent = step(function* (
  rewardTemplateUuid: string,
  content: RewardContentTemplate,
) {
  const { vault, ids } = yield* Ports
  const text = yield* Effect.fromResult(
    Result.mapError(
      plainText(content, limits.contentBytesMax),
      (fault) =>
        new Invalid({ errors: { "content_config.content_template": contentFaults[fault] } }),
    ),
  )
  const binding = rewardContentBinding(rewardTemplateUuid)
  const sealed = yield* prepare(() => seal(vault, ids, Buffer.from(text), binding))
  return { rewardTemplateUuid, sealed } satisfies SealedRewardContent
})

/** Opens what a template issues. */
export const openRewardContent = step(function* ({
  rewardTemplateUuid,
  sealed,
}: SealedRewardContent) {
  const { vault } = yield* Ports
  return yield* prepare(async () => {
    const opened = await unseal(vault, sealed, rewardContentBinding(rewardTemplateUuid))
    const content: unknown = JSON.parse(Buffer.from(opened).toString("utf8"))
    opened.fill(0)
    if (!isContent(content)) throw new Error("The content of a reward is damaged.")
    return content
  })
})

const isContent = (value: unknown): value is RewardContentTemplate =>
  isObject(value) && isObject(value["data"]) && Array.isArray(value["items"])
