import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Webhook } from "./webhook.ts"

/** Webhooks of organizations. Deleted ones stay in storage; only {@link findAll} answers them. */
export interface WebhookRepository {
  readonly add: (webhook: Webhook) => Promise<void>
  readonly find: (uuid: string) => Promise<Webhook | undefined>
  /** Many at once, deleted ones too, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Webhook[]>
  readonly list: (
    organizationUuid: string,
    page: PageRequest<"created_at">,
  ) => Promise<Page<Webhook>>
  /** How many an organization has. */
  readonly count: (organizationUuid: string) => Promise<number>
  /** Holds one until the transaction ends. In a read it holds nothing. */
  readonly lock: (uuid: string) => Promise<Webhook | undefined>
  /** Writes it over the one of the same uuid; `false` when there is none, or it is deleted. */
  readonly change: (webhook: Webhook) => Promise<boolean>
}
