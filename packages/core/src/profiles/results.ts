import type { ProfilePage } from "./profile-page.ts"

/** A profile page as its owner sees it. */
export interface ProfilePageView extends ProfilePage {
  /** Whether an organization issued the page and its owner has no active membership there. */
  readonly isLocked: boolean
}
