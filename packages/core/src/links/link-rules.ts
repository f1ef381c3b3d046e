import { Result } from "effect"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { CreateLinkInput } from "./inputs.ts"

/** What a new link opens. */
export type Target =
  | { readonly kind: "page"; readonly profilePageUuid: string }
  | { readonly kind: "wallet"; readonly walletAddress: string }

/** Reads what a new link opens: a page or a wallet, and not both. */
export const targetIn = ({
  profilePageUuid,
  walletAddress,
}: CreateLinkInput): Result.Result<Target, Invalid> => {
  if (profilePageUuid !== undefined && walletAddress !== undefined)
    return invalid({ wallet_address: "must not be sent together with profile_page_uuid" })
  if (profilePageUuid !== undefined) return Result.succeed({ kind: "page", profilePageUuid })
  if (walletAddress !== undefined) return Result.succeed({ kind: "wallet", walletAddress })
  return invalid({ profile_page_uuid: "is required unless wallet_address is sent" })
}

const invalid = (errors: Readonly<Record<string, string>>) => Result.fail(new Invalid({ errors }))

/** Refuses another link to a user who has as many as a user can have. */
export const permitAnother = (links: number): Result.Result<void, Conflict> =>
  links < limits.linksPerUserMax
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "too_many_links",
          message: `A user can have ${limits.linksPerUserMax} links. Withdraw one that is no longer used first.`,
          details: { max_links: limits.linksPerUserMax },
        }),
      )
