import type { Role } from "../foundation/access/role.ts"

/** An organization owns activities, tiers, cards and webhooks. */
export interface Organization {
  readonly uuid: string
  /** Derived from the name at creation and fixed afterwards. */
  readonly slug: string
  readonly name: string
  readonly description: string | undefined
  readonly website: string | undefined
  /** The public image that is its logo. */
  readonly logoImageFileUuid: string | undefined
  /** IANA zone on which its sessions are read; undefined leaves it undeclared (UTC). */
  readonly timezone: string | undefined
  /** Points that it may have issued, net; service staff set it. */
  readonly pointsAllowance: number
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /** Once set, the organization is absent everywhere; its name is never given again. */
  readonly deletedAt: Date | undefined
}

/** A user on an organization's team. */
export interface StaffMember {
  readonly uuid: string
  readonly organizationUuid: string
  readonly userUuid: string
  readonly role: Role
  readonly joinedAt: Date
  readonly updatedAt: Date | undefined
}
