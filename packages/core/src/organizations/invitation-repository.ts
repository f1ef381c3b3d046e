import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Invitation, Settlement } from "./invitation.ts"

/** Invitations to organizations' teams. */
export interface InvitationRepository {
  readonly add: (invitation: Invitation) => Promise<void>
  /** Settled and expired ones too. */
  readonly find: (uuid: string) => Promise<Invitation | undefined>
  /** By the SHA-256 of its token; settled and expired ones too. */
  readonly findByToken: (tokenHash: string) => Promise<Invitation | undefined>
  /** The open ones of an organization: neither settled nor, at `now`, expired (`isOpen`). */
  readonly list: (
    organizationUuid: string,
    now: Date,
    page: PageRequest<"created_at">,
  ) => Promise<Page<Invitation>>
  /**
   * Settles one that is not settled yet, whether it has expired or not; `false` when it was settled
   * before or is unknown. Of many at once exactly one is `true`.
   */
  readonly settle: (uuid: string, settlement: Settlement, at: Date) => Promise<boolean>
  /**
   * Forgets those that expired before `before`, settled or not, at most `limit`; answers how many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
