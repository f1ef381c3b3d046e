import type { CredentialKeyView } from "@symbolon/core"
import { consoleCredentials as endpoints } from "@symbolon/core/contract"
import { mapAnswer, credentials } from "@symbolon/core/effect"
import { instant, instantOrNull } from "../encode/instant.ts"
import { route, type Route } from "../route.ts"

export const consoleCredentialRoutes: readonly Route[] = [
  route(endpoints.rotateKey, (input, caller) =>
    mapAnswer(
      credentials.rotateKey(caller, { organization: input.organization_slug }),
      ({ key, retired }) => ({
        key: encodeKey(key),
        retired: retired === undefined ? null : encodeKey(retired),
      }),
    ),
  ),
]

const encodeKey = ({ keyId, publicKey, createdAt, retiredAt }: CredentialKeyView) => ({
  key_id: keyId,
  public_key: publicKey,
  created_at: instant(createdAt),
  retired_at: instantOrNull(retiredAt),
})
