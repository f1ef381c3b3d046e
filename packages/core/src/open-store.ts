import type { KeyVault } from "./foundation/ports/key-vault.ts"
import type { MigratedStorage, Storage } from "./foundation/storage/storage.ts"
import { expectVault } from "./service-keys/expect-vault.ts"

/**
 * Brings the schema up to date, under the right vault alone: a database whose keys it does not open
 * stays as it is.
 */
export const openStore = async (
  storage: Storage | MigratedStorage,
  vault: KeyVault,
  migrate: boolean,
): Promise<void> => {
  const isEarly = await isReadable(storage)
  if (isEarly) await expectVault(storage, vault)
  await upToDate(storage, migrate)
  if (!isEarly) await expectVault(storage, vault)
}

/** Whether the store has the schema of this version already; one without a schema always does. */
const isReadable = async (storage: Storage | MigratedStorage): Promise<boolean> =>
  !("migrations" in storage) ||
  (await storage.migrations.status()).every(({ appliedAt }) => appliedAt !== undefined)

/**
 * Applies pending migrations if `migrate` is set; otherwise rejects with {@link StaleSchema} if
 * there are any.
 */
export const upToDate = async (
  storage: Storage | MigratedStorage,
  migrate: boolean,
): Promise<void> => {
  if (!("migrations" in storage)) return
  if (migrate) {
    await storage.migrations.up()
    return
  }
  const pending = (await storage.migrations.status())
    .filter(({ appliedAt }) => appliedAt === undefined)
    .map(({ name }) => name)
  if (pending.length > 0) throw new StaleSchema(pending)
}

/** The store's schema is older than this version. */
export class StaleSchema extends Error {
  override readonly name = "StaleSchema"
  readonly pending: readonly string[]
  constructor(pending: readonly string[]) {
    super(
      `The database lacks ${pending.length} migration(s): ${pending.join(", ")}. Run \`symbolon migrate up\`, or pass migrate: true.`,
    )
    this.pending = pending
  }
}
