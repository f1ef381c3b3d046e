import * as z from "zod"
import { manages } from "../access.ts"
import { dateTime, endpoint } from "../endpoint.ts"
import * as parameters from "../parameters.ts"

const CredentialKey = z
  .object({
    key_id: z.string().describe("what follows the # in the `kid` of a credential"),
    public_key: z.string().describe("Ed25519, raw, base64url"),
    created_at: dateTime,
    retired_at: dateTime.nullable(),
  })
  .meta({ id: "CredentialKey" })

export const rotateKey = endpoint({
  name: "credentials.rotateKey",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/credential-key-rotation",
  summary:
    "Gives the organization a new key that signs its credentials. What the former key signed stays valid.",
  access: manages("owner"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  response: z.object({ key: CredentialKey, retired: CredentialKey.nullable() }),
  errors: ["NotFound", "Conflict"],
})
