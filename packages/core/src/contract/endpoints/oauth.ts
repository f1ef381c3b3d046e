import * as z from "zod"
import { endpoint, text } from "../endpoint.ts"

export const token = endpoint({
  id: "token",
  base: "oauth2",
  method: "POST",
  path: "/token",
  summary: "Issues an access token (RFC 6749). Grant: client_credentials.",
  access: undefined,
  bucket: "none",
  limits: [
    { name: "token", limit: 20, windowSeconds: 60, keyedOn: "client_id and ip", counts: "calls" },
    { name: "token-failed-auth", limit: 5, windowSeconds: 60, keyedOn: "ip", counts: "failures" },
  ],
  status: 200,
  bodyType: "form",
  body: z.object({
    grant_type: text(128),
    scope: text(1024).optional(),
    client_id: text(64).optional(),
    client_secret: text(256).optional(),
  }),
  response: z.object({ access_token: z.string(), token_type: z.literal("Bearer"), expires_in: z.int(), scope: z.string() }),
  errors: [],
})

export const jwks = endpoint({
  id: "jwks",
  base: "oauth2",
  method: "GET",
  path: "/.well-known/jwks.json",
  summary: "Public keys that verify access tokens (RFC 7517).",
  access: undefined,
  bucket: "read",
  status: 200,
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  errors: [],
})

export const listScopes = endpoint({
  id: "listScopes",
  base: "oauth2",
  method: "GET",
  path: "/scopes",
  summary: "Scope names in words a person understands; all of them, or those asked for.",
  access: undefined,
  bucket: "read",
  status: 200,
  query: z.object({ scope: text(1024).optional() }),
  response: z.object({ scopes: z.array(z.object({ name: z.string(), description: z.string(), audience: z.array(z.string()) })) }),
  errors: [],
})
