import type { DecryptedData } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instantOrNull } from "./instant.ts"

/** What decrypting shows, on the wire. */
export const encodeDecryptedData = (
  data: DecryptedData,
): z.output<typeof resources.DecryptedTransactionData> => ({
  manifest_url: data.manifestUrl,
  content_hash: data.contentHash ?? null,
  expires_at: instantOrNull(data.expiresAt),
  access_key: data.accessKey ?? null,
  access_key_type: data.accessKeyType,
  additional_data: { ...data.additionalData },
})
