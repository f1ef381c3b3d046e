import { Result } from "effect"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import type { ContentSettings, RewardTemplate } from "./reward-template.ts"

/** Refuses to publish a template that has nothing to issue: `Invalid` with what is missing. */
export const permitPublishing = (
  content: ContentSettings | undefined,
  hasContentTemplate: boolean,
): Result.Result<void, Invalid> => {
  if (content?.storageType === "internal" && !hasContentTemplate)
    return missing("content_template", "is needed, or set is_draft")
  if (content?.storageType === "external" && content.externalWebhookUuid === null)
    return missing("external_webhook_uuid", "is needed, or set is_draft")
  return Result.void
}

const missing = (field: string, reason: string) =>
  Result.fail(new Invalid({ errors: { [`content_config.${field}`]: reason } }))

/** Refuses a status that the template cannot take: a published one is no draft again. */
export const permitDraft = (
  { status }: Pick<RewardTemplate, "status">,
  isDraft: boolean | undefined,
): Result.Result<void, Conflict> =>
  isDraft !== true || status === "draft"
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "published",
          message: "The reward was published and cannot become a draft again. Archive it instead.",
        }),
      )

/** Refuses a supply that is smaller than what was issued and what is set aside. */
export const permitSupply = (
  { supplyRedeemed, supplyReserved }: Pick<RewardTemplate, "supplyRedeemed" | "supplyReserved">,
  supplyTotal: number | undefined,
): Result.Result<void, Conflict> =>
  supplyTotal === undefined || supplyTotal >= supplyRedeemed + supplyReserved
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "supply_issued",
          message:
            "More than that were issued already, or are being issued. Send at least details.issued.",
          details: { issued: supplyRedeemed + supplyReserved },
        }),
      )

/** An archived template: it is not issued any more. */
export const archived = (
  template: RewardTemplate,
  now: Date,
): Result.Result<RewardTemplate, Conflict> =>
  template.status === "archived"
    ? Result.fail(new Conflict({ reason: "archived", message: "The reward is archived already." }))
    : Result.succeed({ ...template, status: "archived", archivedAt: now, updatedAt: now })

/** A template that was archived, active again. */
export const restored = (
  template: RewardTemplate,
  now: Date,
): Result.Result<RewardTemplate, Conflict> =>
  template.status === "archived"
    ? Result.succeed({ ...template, status: "active", archivedAt: undefined, updatedAt: now })
    : Result.fail(new Conflict({ reason: "not_archived", message: "The reward is not archived." }))
