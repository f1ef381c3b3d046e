import type { JsonObject } from "../foundation/kernel/json.ts"
import { step } from "../foundation/step.ts"
import { Ports, read, RequestId, transact } from "../foundation/unit-of-work.ts"
import { sourceHashOf } from "./mirroring/mirrored-asset.ts"
import { mirrorableUrls } from "./mirroring/mirrored-items.ts"
import { mirrorJob, mirrorKey } from "./mirroring/mirroring.ts"
import type { RewardTemplate } from "./reward-template.ts"

/**
 * Has copied what items name at other hosts, if the template says so and the deployment keeps files.
 * What is copied, or about to be, is not asked for again.
 */
export const scheduleMirrors = step(function* (
  template: RewardTemplate,
  items: readonly JsonObject[],
  transactionId: string,
) {
  const { ids, objectStore, settings } = yield* Ports
  if (template.content?.mirrorAssets !== true || objectStore === undefined) return
  const { organizationUuid, slug: templateSlug, version: templateVersion } = template
  const scope = { organizationUuid, templateSlug, templateVersion }
  const sources = mirrorableUrls(items, settings.baseUrl).map((url) => sourceHashOf(scope, url))
  if (sources.length === 0) return
  const missing = yield* read(function* (tx) {
    const settled = (yield* tx.mirroredAssets.findAll(sources)).map(({ sourceHash }) => sourceHash)
    const underWay = yield* tx.jobs.unfinished(sources.map(mirrorKey))
    return sources.filter(
      (source) => !settled.includes(source) && !underWay.includes(mirrorKey(source)),
    )
  })
  if (missing.length === 0) return
  yield* transact(function* (tx, now) {
    const requestId = yield* RequestId
    for (const sourceHash of missing)
      yield* tx.jobs.schedule(
        mirrorJob(ids.uuid(), { transactionId, sourceHash }, organizationUuid, now, requestId),
      )
  })
})
